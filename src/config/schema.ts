/** The keys of the configuration file: type, bounds, meaning and default of each. Called by `check-shape.ts`. */
import { Type, type SchemaValue, type TSchema } from '../wire/type.js';
import {
  array,
  choice,
  duration,
  matching,
  object,
  optional,
  port,
  secret,
  section,
  sectionOrOff,
  size,
  text,
  wholeNumber,
  words,
  yesOrNo,
} from './key-makers.js';

const host = (description: string, fallback: string) =>
  matching('^[A-Za-z0-9._:%-]+$', description, 'an address such as "0.0.0.0" or a host name', fallback);

/** The key of a snake or experiment. It is part of a URL, so engines can send it unchanged. */
const accessKey = optional(
  secret(
    matching(
      '^[A-Za-z0-9._~-]{8,256}$',
      'only requests with ?key=… reach it: register the URL with the key',
      'a string of 8 to 256 letters, digits and "-._~"',
    ),
  ),
);

/** How a snake or experiment is registered on the platform; a host ignores it. */
const arenaKeys = optional(
  object('how "serpentarium arena sync" registers it on the platform', {
    name: optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'its name there (default: its name here)',
        expects: 'a string of 1 to 64 characters',
      }),
    ),
    public: yesOrNo('whether others may play against it', false),
    leaderboards: optional(
      Type.Array(text('the name or id of a leaderboard'), {
        description: 'the only leaderboards that it is in (default: unchanged)',
        expects: 'a list of names, such as "[Standard 11x11]"',
      }),
    ),
  }),
);

const ServerKeys = section(
  'ports and limits',
  {
    url: optional(
      matching(
        '^https?://[^\\s/@?#]+(/[^\\s?#]*)?$',
        'where engines reach this host: "arena sync" registers snakes there',
        'a URL such as "https://snakes.example.com"',
      ),
    ),
    host: host('address to listen on; overridden by HOST', '0.0.0.0'),
    port: port('port to listen on; overridden by PORT; 0 picks a free one', 8000),
    maxBody: size('16kb', '64mb', 'largest request accepted; the largest boards need 5.2mb', '6mb'),
    maxTimeout: duration('50ms', '1h', 'longest timeout that a request may ask for; engines give 500ms', '2s'),
    gamesMemory: size('8mb', '64gb', 'memory of running games in the host, over all snakes', '64mb'),
    memory: optional(
      size(
        '32mb',
        '1000gb',
        'memory of all child processes together; default: what the machine or container allows, less a part',
      ),
    ),
    trustedProxies: array(
      'proxies whose X-Forwarded-For is trusted, for the limits per address',
      Type.String({ expects: 'an address or a network such as "10.0.0.0/8"' }),
      'a list of addresses and networks, such as "[10.0.0.0/8]"',
    ),
    limits: section(
      'limits per client address; this machine is exempt',
      {
        connections: wholeNumber(1, 100_000, 'connections at a time', 2000),
        requests: wholeNumber(1, 1_000_000, 'requests a second', 1000),
        unfinished: wholeNumber(1, 100_000, 'requests at a time that have not arrived completely', 250),
        newGames: wholeNumber(1, 1_000_000, 'new games a minute', 3000),
      },
      'an object with keys such as "connections"',
    ),
    share: yesOrNo('whether games can be shared: each by a secret link, below /share of the public port', false),
    drain: duration('0ms', '1m', 'time after SIGTERM in which new connections are accepted', '500ms'),
    grace: duration('0ms', '10m', 'time after SIGTERM by which the host exits; at least drain', '5s'),
    admin: sectionOrOff('the admin port, or off', {
      port: port('port for metrics, the page and the journal; overridden by ADMIN_PORT', 8090),
      host: host('its address; one that other machines can reach needs a token', '127.0.0.1'),
      token: optional(secret(text('bearer token of programs, password of browsers; overridden by SERPENTARIUM_TOKEN'))),
      path: optional(
        matching(
          '^(/[A-Za-z0-9._~-]+)+$',
          'path of the public port that also serves the admin port; needs a token',
          'a path such as "/admin"',
        ),
      ),
    }),
  },
  'an object with keys such as "port"',
);

/**
 * How a snake runs: in child processes, in sandboxed ones, in sandboxed ones if this machine can, or on the host's
 * event loop.
 */
const ISOLATIONS = ['process', 'sandbox', 'prefer-sandbox', 'inline'] as const;
export type Isolation = (typeof ISOLATIONS)[number];

/** A snake's share of the cores when several compute to their deadline. */
const SNAKE_PRIORITIES = ['high', 'normal', 'low'] as const;
export type SnakePriority = (typeof SNAKE_PRIORITIES)[number];

const filesAndFolders = (description: string) =>
  array(`${description}, relative to this file`, text('a file or folder'), 'a list of paths, such as "[../books]"');

const SnakeKeys = object(
  'a snake',
  {
    prefix: text('path of the snake, such as "/greedy"'),
    strategy: optional(text('file in the directory of strategies, without .ts or .js; with @v1, of that commit')),
    command: words('instead of a strategy: a program in any language, and its arguments'),
    upstream: optional(text('instead of a strategy: URL of a Battlesnake server, such as "http://127.0.0.1:8081"')),
    run: words('program that serves the upstream, and its arguments; the host runs it and sets PORT'),
    cwd: optional(text('folder in which command or run runs (default: of this file)')),
    key: accessKey,
    arena: arenaKeys,
    name: optional(text('name in logs and lists (default: strategy or command, or the prefix of an upstream)')),
    author: optional(text("your username on play.battlesnake.com (default: the strategy's)")),
    version: optional(text("stored with each game (default: the strategy's)")),
    customization: section("appearance; each key overrides the strategy's", {
      color: optional(text("'#rrggbb', in quotes")),
      head: optional(text('name of the head')),
      tail: optional(text('name of the tail')),
    }),
    options: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      default: {},
      description: 'options of the strategy or command, checked against its schema',
    }),
    isolation: choice(
      ISOLATIONS,
      'process: in child processes; sandbox: confined to its own code; prefer-sandbox: sandbox if available, ' +
        'else process; inline: in the host itself, for strategies you trust',
      'process',
    ),
    allow: section('what a sandboxed snake may reach besides its own code', {
      network: yesOrNo('whether a sandboxed snake may open connections', false),
      read: filesAndFolders('files and folders that a sandboxed snake may read'),
      write: filesAndFolders('files and folders that it may also change'),
    }),
    processes: optional(wholeNumber(1, 64, 'most child processes, one a game (default: by games and cores)')),
    memory: size('64mb', '64gb', 'memory limit of one child process', '256mb'),
    priority: choice(SNAKE_PRIORITIES, 'its share of the cores among snakes that think to their deadline', 'normal'),
    ponder: yesOrNo('whether a strategy that ponders may use idle cores between turns', true),
    env: array(
      'environment variables that the snake sees; no others',
      Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$', expects: 'the name of a variable' }),
      'a list of names, such as "[API_KEY]"',
    ),
    overhead: duration('0ms', '5s', 'network overhead assumed until it is measured', '60ms'),
  },
  'an object that begins with "prefix:"',
);

const ExperimentKeys = object(
  'an experiment',
  {
    prefix: optional(
      text('path of the experiment: register this URL; without it, the sides play side by side, each at its own URL'),
    ),
    key: accessKey,
    arena: arenaKeys,
    name: text('name in reports; a new name starts a new experiment'),
    base: text('prefix of the snake to compare with; its appearance is shown'),
    candidate: text('prefix of the snake that may be better'),
    split: Type.Number({
      minimum: 0.01,
      maximum: 0.99,
      default: 0.5,
      description: 'share of games that the candidate plays; not with shadow',
      expects: 'a share such as 0.5',
    }),
    steps: optional(
      Type.Array(Type.Number({ minimum: 0.01, maximum: 0.99, expects: 'a share such as 0.2' }), {
        minItems: 1,
        description: 'instead of split: growing shares, each for stepGames without a stop by a guard',
        expects: 'a list of growing shares, such as "[0.2, 0.5]"',
      }),
    ),
    stepGames: wholeNumber(1, 10_000, 'finished games of the candidate after which the next step begins', 20),
    promote: choice(['ask', 'auto'], 'auto: a better candidate gets every new game; ask: you promote it', 'ask'),
    shadow: yesOrNo('the base answers every game, the candidate is asked afterwards', false),
  },
  'an object with "name:", "base:" and "candidate:"',
);

const ALERT_KINDS = ['lostTurns', 'crashLoop', 'journalBroken', 'verdict'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

const AlertKeys = object(
  'a webhook',
  {
    url: secret(
      matching(
        '^https?://[^\\s/@]+(/\\S*)?$',
        'where alerts are posted as JSON',
        'a URL such as "https://chat.example/hook"',
      ),
    ),
    on: Type.Array(Type.Enum(ALERT_KINDS), {
      default: [...ALERT_KINDS],
      minItems: 1,
      description: 'kinds of alerts',
      expects: `a list of ${ALERT_KINDS.join(', ')}`,
    }),
    lostTurns: wholeNumber(1, 10_000, 'lost turns of a snake within `within`', 3),
    crashes: wholeNumber(1, 10_000, 'child processes that a snake lost within `within`', 5),
    within: duration('1m', '1d', 'time in which both are counted', '5m'),
    pause: duration('1m', '7d', 'minimum time between alerts of one kind and snake', '15m'),
  },
  'an object that begins with "url:"',
);

export const FileKeys = object(
  'the file',
  {
    server: ServerKeys,
    strategies: optional(text('directory of strategies (default: strategies of the project)')),
    snakes: Type.Array(SnakeKeys, {
      minItems: 1,
      description: 'the snakes to serve',
      expects: 'a list in which each snake begins with "- prefix:"',
    }),
    experiments: array(
      'live experiments: which of two snakes is better',
      ExperimentKeys,
      'a list in which each experiment has "name:", "base:" and "candidate:"',
    ),
    alerts: array(
      'webhooks for problems that need a person',
      AlertKeys,
      'a list in which each webhook begins with "- url:"',
    ),
    journal: sectionOrOff('where games are kept, or off', {
      path: optional(text('file of this host (default: data/serpentarium.db of the project)')),
      url: optional(secret(text('PostgreSQL database of several hosts; overridden by SERPENTARIUM_JOURNAL'))),
      keepFor: duration('1d', '36500d', 'age at which a game is deleted', '30d'),
      maxSize: size('10mb', '1000gb', 'size of all games; beyond it the oldest are deleted', '1gb'),
    }),
  },
  'an object with the key "snakes"',
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
