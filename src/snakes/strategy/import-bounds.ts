/** What a sandboxed strategy may import. The host checks it before it reads, because it reads with its own rights. */
import path from 'node:path';
import { realPath, secretIn } from '../../config/secrets.js';
import type { SourceBounds } from '../../config/types.js';
import { isWithin } from '../../processes/sandbox/bubblewrap.js';

/** A file that must not be read. The message is the reason. */
export class OutOfBounds extends Error {}

/** Owns the folders from which one bundle may be made. They grow with the packages that it imports. */
export class ImportBounds {
  readonly #limits: SourceBounds;
  readonly #folders: Set<string>;

  /** @param always folders from which every strategy may import. */
  constructor(limits: SourceBounds, always: readonly string[]) {
    this.#limits = limits;
    this.#folders = new Set([...limits.folders, ...always].map(realPath));
  }

  /** Allows the folder of a package; or returns a sentence why no sandbox may show it. */
  add(folder: string): string | undefined {
    const secret = secretIn(folder, this.#limits.secrets);
    if (secret !== undefined) return `the package in "${path.relative('.', folder)}" holds ${secret}`;
    this.#folders.add(folder);
    return undefined;
  }

  /**
   * A sentence why a file must not be read, wherever symbolic links lead; nothing if it may.
   *
   * @param real where it is (default: where it is on the disk). A file of a commit is where its path is.
   */
  refusal(file: string, real = realPath(file)): string | undefined {
    const shown = `"${path.relative('.', real)}"`;
    const secret = this.#limits.secrets.find((one) => one.path === real);
    if (secret !== undefined) return `${shown} is ${secret.name}, which no sandbox may show`;
    if ([...this.#folders].some((folder) => isWithin(real, folder))) return undefined;
    return `${shown} is outside of the strategies folder. In a sandbox, add it to "allow.read"`;
  }

  /** Throws {@link OutOfBounds} if the file must not be read. */
  require(file: string, real?: string): void {
    const refusal = this.refusal(file, real);
    if (refusal !== undefined) throw new OutOfBounds(refusal);
  }
}

/** Whether the name of a package leads out of its folder, such as `x/../../file`. */
export function hasDotSegment(name: string): boolean {
  return name.split('/').some((part) => part === '.' || part === '..');
}
