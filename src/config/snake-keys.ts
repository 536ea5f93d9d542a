/**
 * The keys of a snake: its source, how it runs, how it is registered; and the makers of all keys, with text for error
 * messages. Part of `schema.ts`.
 */
import { Type, type TProperties } from '../wire/type.js';

/** Annotations beyond JSON schema, for error messages. */
export interface Annotations {
  readonly description: string;
  readonly default?: unknown;
  /** A description of valid values: `a whole number`. */
  readonly expects?: string;
  /** True if the value must not appear in any message. */
  readonly secret?: boolean;
}

export const closed = <P extends TProperties>(properties: P, annotations: Annotations) =>
  Type.Object(properties, { additionalProperties: false, ...annotations });

export const text = (annotations: Annotations) => Type.String({ minLength: 1, expects: 'a string', ...annotations });

export const wholeNumber = (minimum: number, maximum: number, annotations: Annotations) =>
  Type.Integer({ minimum, maximum, expects: 'a whole number', ...annotations });

/** A size within bounds, written as `6mb`; in bytes once it is checked. */
export const size = (minimum: string, maximum: string, annotations: Annotations) =>
  Type.Unsafe<number>({
    type: ['integer', 'string'],
    size: { minimum, maximum },
    expects: 'a size such as "512kb" or "6mb"',
    ...annotations,
  });

/** A time within bounds, written as `5s`; in ms once it is checked. */
export const duration = (minimum: string, maximum: string, annotations: Annotations) =>
  Type.Unsafe<number>({
    type: ['integer', 'string'],
    duration: { minimum, maximum },
    expects: 'a time such as "500ms" or "5s"',
    ...annotations,
  });

export const host = (fallback: string, description: string) =>
  Type.String({
    pattern: '^[A-Za-z0-9._:%-]+$',
    default: fallback,
    description,
    expects: 'an address such as "0.0.0.0" or a host name',
  });

/** A port; 0 means any free one. */
export const port = (fallback: number, description: string) =>
  wholeNumber(0, 65_535, { default: fallback, description });

const words = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, expects: 'a word in quotes' }), {
      minItems: 1,
      description,
      expects: 'a list of words such as "[./mysnake, --fast]"',
    }),
  );

/** `strategy`, `command` or `upstream`, and their keys. */
export const SOURCE_KEYS = {
  strategy: Type.Optional(text({ description: 'file in the directory of strategies, without .ts or .js' })),
  command: words('instead of a strategy: a program in any language, and its arguments'),
  upstream: Type.Optional(
    text({ description: 'instead of a strategy: URL of a Battlesnake server, such as "http://127.0.0.1:8081"' }),
  ),
  run: words('program that serves the upstream, and its arguments; the host runs it and sets PORT'),
  cwd: Type.Optional(text({ description: 'folder in which command or run runs (default: of this file)' })),
};

/**
 * How a snake runs: in child processes, in sandboxed ones, in sandboxed ones if this machine can, or on the host's
 * event loop.
 */
export const ISOLATIONS = ['process', 'sandbox', 'prefer-sandbox', 'inline'] as const;
export type Isolation = (typeof ISOLATIONS)[number];

export const isolationKey = Type.Enum(ISOLATIONS, {
  default: 'process',
  description:
    'process: in child processes; sandbox: confined to its own code; prefer-sandbox: sandbox if available, ' +
    'else process; inline: in the host itself, for strategies you trust',
  expects: '"process", "sandbox", "prefer-sandbox" or "inline"',
});

const paths = (description: string) =>
  Type.Array(text({ description: 'a file or folder' }), {
    default: [],
    description: `${description}, relative to this file`,
    expects: 'a list of paths, such as "[../books]"',
  });

export const AllowKeys = closed(
  {
    network: Type.Boolean({
      default: false,
      description: 'whether a sandboxed snake may open connections',
      expects: 'true or false',
    }),
    read: paths('files and folders that a sandboxed snake may read'),
    write: paths('files and folders that it may also change'),
  },
  {
    default: {},
    description: 'what a sandboxed snake may reach besides its own code',
    expects: 'an object with "network", "read" and "write"',
  },
);

/** How a snake or experiment is registered on the platform; a host ignores it. */
export const arenaKeys = Type.Optional(
  closed(
    {
      name: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 64,
          description: 'its name there (default: its name here)',
          expects: 'a string of 1 to 64 characters',
        }),
      ),
      public: Type.Boolean({
        default: false,
        description: 'whether others may play against it',
        expects: 'true or false',
      }),
      leaderboards: Type.Optional(
        Type.Array(text({ description: 'the name or id of a leaderboard' }), {
          description: 'the only leaderboards that it is in (default: unchanged)',
          expects: 'a list of names, such as "[Standard 11x11]"',
        }),
      ),
    },
    {
      description: 'how "serpentarium arena sync" registers it on the platform',
      expects: 'an object with "name", "public" and "leaderboards"',
    },
  ),
);
