/** The schemas of the keys that say how a snake runs, and what it may reach. Used by `schema.ts`. */
import { Type } from '../wire/type.js';
import { closed, text } from './key-makers.js';

/**
 * How a snake runs: in child processes, in child processes that reach nothing, in such ones if this machine has them,
 * or on the host's event loop.
 */
export const ISOLATIONS = ['process', 'sandbox', 'prefer-sandbox', 'inline'] as const;
export type Isolation = (typeof ISOLATIONS)[number];

export const isolationKey = Type.Enum(ISOLATIONS, {
  default: 'process',
  description:
    'process: in child processes, no turn is ever lost; sandbox: these reach nothing of the machine; prefer-sandbox: ' +
    'sandbox if it can be had, else process; inline: in the host itself, for strategies you trust',
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
      description: 'whether it may open connections; without a sandbox, it can anyway',
      expects: 'true or false',
    }),
    read: paths('files and folders that it may read'),
    write: paths('files and folders that it may change, too'),
  },
  {
    default: {},
    description: 'what it may reach besides its own code',
    expects: 'an object with "network", "read" and "write"',
  },
);
