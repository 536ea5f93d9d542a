/** How the children of a snake are isolated from the machine, by its `isolation`. Called by `mount-snake.ts`. */
import type { Isolation } from '../../config/schema.js';
import type { SnakeConfig } from '../../config/types.js';
import { SANDBOX_FOLDER, ownCode, type Reach } from '../../processes/sandbox/bubblewrap.js';
import { findSandbox, type WrapProgram } from '../../processes/sandbox/find-sandbox.js';
import type { Program } from '../../processes/program.js';
import type { ChildContent } from '../source-content.js';
import { launchCommand } from './command-dialect.js';
import type { Launch } from './child-spec.js';
import { launchStrategy } from './strategy-dialect.js';

/** How a snake is actually isolated on this machine. */
export interface ResolvedIsolation {
  readonly isolation: Exclude<Isolation, 'prefer-sandbox'>;
  /** Absent without isolation. */
  readonly wrap?: WrapProgram;
  /** Why the configured sandbox is unavailable. */
  readonly missing?: string;
}

/** Finds out how a snake of this isolation runs here. It must not run if its sandbox is required and missing. */
export async function resolveIsolation(isolation: Isolation): Promise<ResolvedIsolation> {
  if (isolation === 'process' || isolation === 'inline') return { isolation };
  const sandbox = await findSandbox();
  if (sandbox.kind === 'found') return { isolation: 'sandbox', wrap: sandbox.wrap };
  return { isolation: isolation === 'sandbox' ? 'sandbox' : 'process', missing: sandbox.reason };
}

export interface IsolatedSnake {
  readonly config: Pick<SnakeConfig, 'allow' | 'options' | 'prefix'>;
  readonly content: ChildContent;
  readonly memoryMb: number;
  /** Where code may be written briefly (default: the system's temporary folder). */
  readonly folder: string | undefined;
  readonly keepsNotes: boolean;
}

/** What the children of a snake can access in a sandbox: their own code, and the paths in the configuration. */
function reachOf({ config, content }: IsolatedSnake): Reach {
  const { network, read, write } = config.allow;
  if (content.kind === 'command') return { network, read, write };
  return { network, read: [...ownCode(), ...content.packages, ...read], write };
}

/** Returns a function that launches the next child of a snake of any kind. */
export function launchIsolated(made: IsolatedSnake, { wrap }: ResolvedIsolation): () => Launch {
  const launch = launchOf(made, wrap !== undefined);
  if (wrap === undefined) return launch;
  const reach = reachOf(made);
  return () => {
    const { program, dialect } = launch();
    return { program: wrap(program, reach), dialect };
  };
}

function launchOf(
  { config, content, memoryMb, folder, keepsNotes }: IsolatedSnake,
  isSandboxed: boolean,
): () => Launch {
  const { options } = config;
  if (content.kind === 'command') {
    const { program, command, cwd } = content.source;
    const words: Program['command'] = [program, ...command.slice(1)];
    const { prefix } = config;
    return launchCommand({ program: { command: words, cwd, channel: 'stdio' }, prefix, options, keepsNotes });
  }
  return launchStrategy({
    code: content.code,
    memoryMb,
    keepsNotes,
    options,
    folder: isSandboxed ? SANDBOX_FOLDER : folder,
  });
}
