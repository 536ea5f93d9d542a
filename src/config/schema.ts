/** The keys of the configuration file: type, default, bounds and meaning of each. Called by `check-shape.ts`. */
import { Type, type SchemaValue, type Static, type TSchema } from '../wire/type.js';
import {
  arenaKeys,
  AllowKeys,
  isolationKey,
  SOURCE_KEYS,
  closed,
  duration,
  host,
  port,
  size,
  text,
  wholeNumber,
} from './snake-keys.js';

/** A snake's share of the cores when several compute to their deadline. */
const SNAKE_PRIORITIES = ['high', 'normal', 'low'] as const;
export type SnakePriority = (typeof SNAKE_PRIORITIES)[number];

const adminKeys = Type.Object({
  port: port(8090, 'port for metrics, the page and the journal; overridden by ADMIN_PORT'),
  host: host('127.0.0.1', 'its address; one that other machines can reach needs a token'),
  token: Type.Optional(
    text({
      description: 'bearer token of programs, password of browsers; overridden by SERPENTARIUM_TOKEN',
      secret: true,
    }),
  ),
  path: Type.Optional(
    Type.String({
      pattern: '^(/[A-Za-z0-9._~-]+)+$',
      description: 'path of the public port that also serves the admin port; needs a token',
      expects: 'a path such as "/admin"',
    }),
  ),
});

/** The key of a snake or experiment. It is part of a URL, so engines can send it unchanged. */
const accessKey = Type.Optional(
  Type.String({
    pattern: '^[A-Za-z0-9._~-]{8,256}$',
    description: 'only requests with ?key=… reach it: register the URL with the key',
    expects: 'a string of 8 to 256 letters, digits and "-._~"',
    secret: true,
  }),
);

const ServerKeys = closed(
  {
    url: Type.Optional(
      Type.String({
        pattern: '^https?://[^\\s/@?#]+(/[^\\s?#]*)?$',
        description: 'where engines reach this host: "arena sync" registers snakes there',
        expects: 'a URL such as "https://snakes.example.com"',
      }),
    ),
    host: host('0.0.0.0', 'address to listen on; overridden by HOST'),
    port: port(8000, 'port to listen on; overridden by PORT; 0 picks a free one'),
    maxBody: size('16kb', '64mb', {
      default: '6mb',
      description: 'largest request accepted; the largest boards need 5.2mb',
    }),
    maxTimeout: duration('50ms', '1h', {
      default: '2s',
      description: 'longest timeout that a request may ask for; engines give 500ms',
    }),
    gamesMemory: size('8mb', '64gb', {
      default: '64mb',
      description: 'memory of running games in the host, over all snakes',
    }),
    memory: Type.Optional(
      size('32mb', '1000gb', {
        description:
          'memory of all child processes together; default: what the machine or container allows, less a part',
      }),
    ),
    trustedProxies: Type.Array(Type.String({ expects: 'an address or a network such as "10.0.0.0/8"' }), {
      default: [],
      description: 'proxies whose X-Forwarded-For is trusted, for the limits per address',
      expects: 'a list of addresses and networks, such as "[10.0.0.0/8]"',
    }),
    limits: closed(
      {
        connections: wholeNumber(1, 100_000, { default: 2000, description: 'connections at a time' }),
        requests: wholeNumber(1, 1_000_000, { default: 1000, description: 'requests a second' }),
        unfinished: wholeNumber(1, 100_000, {
          default: 250,
          description: 'requests at a time that have not arrived completely',
        }),
        newGames: wholeNumber(1, 1_000_000, { default: 3000, description: 'new games a minute' }),
      },
      {
        default: {},
        description: 'limits per client address; this machine is exempt',
        expects: 'an object with keys such as "connections"',
      },
    ),
    drain: duration('0ms', '1m', {
      default: '500ms',
      description: 'time after SIGTERM in which new connections are accepted',
    }),
    grace: duration('0ms', '10m', {
      default: '5s',
      description: 'time after SIGTERM by which the host exits; at least drain',
    }),
    admin: Type.Unsafe<Static<typeof adminKeys> | 'off'>({
      ...adminKeys,
      type: ['object', 'string'],
      pattern: '^off$',
      additionalProperties: false,
      default: {},
      description: 'the admin port, or off',
      expects: '"off", or an object with "port", "host", "token" and "path"',
    }),
  },
  { default: {}, description: 'ports and limits', expects: 'an object with keys such as "port"' },
);

const CustomizationKeys = closed(
  {
    color: Type.Optional(text({ description: "'#rrggbb', in quotes" })),
    head: Type.Optional(text({ description: 'name of the head' })),
    tail: Type.Optional(text({ description: 'name of the tail' })),
  },
  {
    default: {},
    description: "appearance; each key overrides the strategy's",
    expects: 'an object with "color", "head" and "tail"',
  },
);

export const SnakeKeys = closed(
  {
    prefix: text({ description: 'path of the snake, such as "/greedy"' }),
    ...SOURCE_KEYS,
    key: accessKey,
    arena: arenaKeys,
    name: Type.Optional(
      text({
        description: 'name in logs and lists (default: strategy or command, or the prefix of an upstream)',
      }),
    ),
    author: Type.Optional(text({ description: "your username on play.battlesnake.com (default: the strategy's)" })),
    version: Type.Optional(text({ description: "stored with each game (default: the strategy's)" })),
    customization: CustomizationKeys,
    options: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      default: {},
      description: 'options of the strategy or command, checked against its schema',
      expects: 'an object',
    }),
    isolation: isolationKey,
    allow: AllowKeys,
    processes: Type.Optional(
      wholeNumber(1, 64, {
        description: 'most child processes, one a game (default: by games and cores)',
      }),
    ),
    memory: size('64mb', '64gb', { default: '256mb', description: 'memory limit of one child process' }),
    priority: Type.Enum(SNAKE_PRIORITIES, {
      default: 'normal',
      description: 'its share of the cores among snakes that think to their deadline',
      expects: '"high", "normal" or "low"',
    }),
    ponder: Type.Boolean({
      default: true,
      description: 'whether a strategy that ponders may use idle cores between turns',
      expects: 'true or false',
    }),
    env: Type.Array(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$', expects: 'the name of a variable' }), {
      default: [],
      description: 'environment variables that the snake sees; no others',
      expects: 'a list of names, such as "[API_KEY]"',
    }),
    overhead: duration('0ms', '5s', {
      default: '60ms',
      description: 'network overhead assumed until it is measured',
    }),
  },
  { description: 'a snake', expects: 'an object that begins with "prefix:"' },
);

const ExperimentKeys = closed(
  {
    prefix: text({ description: 'path of the experiment: register this URL' }),
    key: accessKey,
    arena: arenaKeys,
    name: text({ description: 'name in reports; a new name starts a new experiment' }),
    base: text({ description: 'prefix of the snake to compare with; its appearance is shown' }),
    candidate: text({ description: 'prefix of the snake that may be better' }),
    split: Type.Number({
      minimum: 0.01,
      maximum: 0.99,
      default: 0.5,
      description: 'share of games that the candidate plays; not with shadow',
      expects: 'a share such as 0.5',
    }),
    shadow: Type.Boolean({
      default: false,
      description: 'the base answers every game, the candidate is asked afterwards',
      expects: 'true or false',
    }),
  },
  { description: 'an experiment', expects: 'an object that begins with "prefix:"' },
);

const journalKeys = Type.Object({
  path: Type.Optional(text({ description: 'file of this host (default: data/serpentarium.db of the project)' })),
  url: Type.Optional(
    text({ description: 'PostgreSQL database of several hosts; overridden by SERPENTARIUM_JOURNAL', secret: true }),
  ),
  keepFor: duration('1d', '36500d', { default: '30d', description: 'age at which a game is deleted' }),
  maxSize: size('10mb', '1000gb', {
    default: '1gb',
    description: 'size of all games; beyond it the oldest are deleted',
  }),
});

export const ALERT_KINDS = ['lostTurns', 'crashLoop', 'journalBroken', 'verdict'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

const AlertKeys = closed(
  {
    url: Type.String({
      pattern: '^https?://[^\\s/@]+(/\\S*)?$',
      description: 'where alerts are posted as JSON',
      expects: 'a URL such as "https://chat.example/hook"',
      secret: true,
    }),
    on: Type.Array(Type.Enum(ALERT_KINDS, { expects: `one of ${ALERT_KINDS.join(', ')}` }), {
      default: [...ALERT_KINDS],
      minItems: 1,
      description: 'kinds of alerts',
      expects: `a list of ${ALERT_KINDS.join(', ')}`,
    }),
    lostTurns: wholeNumber(1, 10_000, { default: 3, description: 'lost turns of a snake in the time "within"' }),
    crashes: wholeNumber(1, 10_000, {
      default: 5,
      description: 'processes that a snake loses in the time "within"',
    }),
    within: duration('1m', '1d', { default: '5m', description: 'time in which both are counted' }),
    pause: duration('1m', '7d', { default: '15m', description: 'minimum time between alerts of one kind and snake' }),
  },
  { description: 'a webhook', expects: 'an object that begins with "url:"' },
);

export const FileKeys = closed(
  {
    server: ServerKeys,
    strategies: Type.Optional(text({ description: 'directory of strategies (default: strategies of the project)' })),
    snakes: Type.Array(SnakeKeys, {
      minItems: 1,
      description: 'the snakes to serve',
      expects: 'a list in which each snake begins with "- prefix:"',
    }),
    experiments: Type.Array(ExperimentKeys, {
      default: [],
      description: 'live experiments: one URL for two of the snakes',
      expects: 'a list in which each experiment begins with "- prefix:"',
    }),
    alerts: Type.Array(AlertKeys, {
      default: [],
      description: 'webhooks for problems that need a person',
      expects: 'a list in which each webhook begins with "- url:"',
    }),
    journal: Type.Unsafe<Static<typeof journalKeys> | 'off'>({
      ...journalKeys,
      type: ['object', 'string'],
      pattern: '^off$',
      additionalProperties: false,
      default: {},
      description: 'where games are kept, or off',
      expects: '"off", or an object with "path", "url", "keepFor" and "maxSize"',
    }),
  },
  { description: 'the file', expects: 'an object with the key "snakes"' },
);

/**
 * A file that matches the schema, with its defaults filled in; not yet checked against the environment and the disk.
 */
export type ConfigFile = SchemaValue<typeof FileKeys>;

/** The paths of all keys, parents first: `server.admin.port`, `snakes[].customization.color`. */
export function listKeys(schema: TSchema = FileKeys, parent = ''): string[] {
  const { properties, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema };
  if (items !== undefined) return listKeys(items, `${parent}[]`);
  const paths: string[] = [];
  for (const [key, child] of Object.entries(properties ?? {})) {
    const path = parent === '' ? key : `${parent}.${key}`;
    paths.push(path, ...listKeys(child, path));
  }
  return paths;
}
