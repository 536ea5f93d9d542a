/** The keys of the configuration file: type, default, bounds and meaning of each, in one definition. */
import { Type, type Static, type TProperties, type TSchema } from '../wire/type.js';
import { ISOLATIONS } from './types.js';

/**
 * What our schemas say beyond JSON schema, for the sentences of faults: `unit` stands behind a number, `expects` says
 * what a good value looks like, `bytes` is a size in bytes with its bounds, as a number or as `'6mb'`.
 */
export interface Annotations {
  readonly description: string;
  readonly default?: unknown;
  readonly unit?: string;
  readonly expects?: string;
}

const closed = <P extends TProperties>(properties: P, annotations: Annotations) =>
  Type.Object(properties, { additionalProperties: false, ...annotations });

const text = (annotations: Annotations) => Type.String({ minLength: 1, expects: 'a text', ...annotations });

const whole = (minimum: number, maximum: number, annotations: Annotations) =>
  Type.Integer({ minimum, maximum, expects: 'a whole number', ...annotations });

const host = (fallback: string, description: string) =>
  Type.String({
    pattern: '^[A-Za-z0-9._:%-]+$',
    default: fallback,
    description,
    expects: 'an address such as "0.0.0.0", or the name of a host',
  });

const port = (fallback: number, description: string) => whole(0, 65_535, { default: fallback, description });

const adminKeys = Type.Object({
  port: port(9090, 'port for metrics and all that opponents should not read'),
  host: host('127.0.0.1', 'address of that port'),
  token: Type.Optional(
    text({
      description: 'what callers have to send as a bearer token; SERPENTARIUM_TOKEN wins; needed beyond loopback',
    }),
  ),
});

const kilo = 1024;

const ServerKeys = closed(
  {
    host: host('0.0.0.0', 'address to listen on; the environment variable HOST wins'),
    port: port(8000, 'port to listen on; the environment variable PORT wins; 0 takes any that is free'),
    maxBody: Type.Unsafe<number | string>({
      type: ['integer', 'string'],
      bytes: { minimum: 16 * kilo, maximum: 64 * kilo * kilo },
      default: '6mb',
      description: 'largest request taken; the largest boards need 5.2mb',
      expects: 'a number of bytes, or a size such as "512kb" or "6mb"',
    }),
    drain: whole(0, 60_000, {
      default: 500,
      unit: 'ms',
      description: 'after the signal to end, new connections are taken for so long',
    }),
    grace: whole(0, 600_000, {
      default: 5000,
      unit: 'ms',
      description: 'after the signal to end, the host exits no later than this',
    }),
    admin: Type.Unsafe<Static<typeof adminKeys> | 'off'>({
      ...adminKeys,
      type: ['object', 'string'],
      pattern: '^off$',
      additionalProperties: false,
      default: {},
      description: 'a second port, or off',
      expects: '"off", or an object with "port", "host" and "token"',
    }),
  },
  { default: {}, description: 'the ports, and how requests are taken', expects: 'an object with keys such as "port"' },
);

const CustomizationKeys = closed(
  {
    color: Type.Optional(text({ description: "'#rrggbb', in quotes" })),
    head: Type.Optional(text({ description: 'name of the head' })),
    tail: Type.Optional(text({ description: 'name of the tail' })),
  },
  {
    default: {},
    description: "looks; each key wins over the strategy's own",
    expects: 'an object with "color", "head" and "tail"',
  },
);

export const SnakeKeys = closed(
  {
    prefix: text({ description: 'the path it answers under, such as "/greedy"' }),
    strategy: text({ description: 'file in the directory of strategies, without .ts or .js' }),
    name: Type.Optional(text({ description: 'for logs and the list of snakes; else the name of the strategy' })),
    author: Type.Optional(text({ description: 'your username on play.battlesnake.com' })),
    version: Type.Optional(text({ description: 'kept with each game' })),
    customization: CustomizationKeys,
    options: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      default: {},
      description: 'what the strategy lets you set',
      expects: 'an object',
    }),
    isolation: Type.Enum(ISOLATIONS, {
      default: 'process',
      description: 'process: no turn is ever lost; inline: in the host itself, for strategies you trust',
      expects: '"process" or "inline"',
    }),
    processes: whole(1, 64, { default: 2, description: 'most child processes at once, for games that overlap' }),
    memoryMb: whole(64, 65_536, { default: 256, unit: 'MB', description: 'memory that a child process may take' }),
    env: Type.Array(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$', expects: 'the name of a variable alone' }), {
      default: [],
      description: 'names of the environment variables that the strategy sees',
      expects: 'a list of names, such as "[API_KEY]"',
    }),
    overhead: whole(0, 5000, {
      default: 60,
      unit: 'ms',
      description: 'travel time assumed until it is learnt',
    }),
  },
  { description: 'a snake', expects: 'an object that begins with "prefix:"' },
);

const ExperimentKeys = closed(
  {
    prefix: text({ description: 'the path it answers under, such as "/champion"' }),
    name: text({ description: 'of the experiment; another name deals the games anew' }),
    base: text({ description: 'prefix of the snake as it is' }),
    candidate: text({ description: 'prefix of the snake that may be better' }),
    split: Type.Number({
      minimum: 0.01,
      maximum: 0.99,
      default: 0.5,
      description: 'share of games that the candidate gets',
      expects: 'a share such as 0.5',
    }),
    shadow: Type.Boolean({
      default: false,
      description: 'true: the base answers every game, and the candidate is asked the same afterwards',
      expects: 'true or false',
    }),
  },
  { description: 'an experiment', expects: 'an object that begins with "prefix:"' },
);

const journalKeys = Type.Object({
  path: text({
    default: 'data/serpentarium.db',
    description: 'file of the database, relative to the directory that the host is started in',
  }),
  keepDays: whole(1, 36_500, { default: 30, unit: 'days', description: 'older games are let go' }),
  keepMb: whole(10, 1_000_000, {
    default: 1024,
    unit: 'MB',
    description: 'of more than this, the oldest games are let go',
  }),
});

export const FileKeys = closed(
  {
    server: ServerKeys,
    strategies: text({ default: '../strategies', description: 'directory of the strategies, relative to this file' }),
    snakes: Type.Array(SnakeKeys, {
      minItems: 1,
      description: 'the snakes that are served',
      expects: 'a list in which each snake begins with "- prefix:"',
    }),
    experiments: Type.Array(ExperimentKeys, {
      default: [],
      description: 'live experiments: one URL, two of the snakes',
      expects: 'a list in which each experiment begins with "- prefix:"',
    }),
    journal: Type.Unsafe<Static<typeof journalKeys> | 'off'>({
      ...journalKeys,
      type: ['object', 'string'],
      pattern: '^off$',
      additionalProperties: false,
      default: {},
      description: 'keeps every game, or off',
      expects: '"off", or an object with "path", "keepDays" and "keepMb"',
    }),
  },
  { description: 'the file', expects: 'an object with the key "snakes"' },
);

/** A file with its defaults filled in, not yet held against the environment and the disk. */
export type ConfigFile = Static<typeof FileKeys>;

/** Every key with its path, parents first: `server.admin.port`, `snakes[].customization.color`. */
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
