/** A temporary folder with a configuration and strategies. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError, formatFault } from '../../src/errors/errors.js';
import { readConfig, type LoadedConfig } from '../../src/config/read-config.js';
import type { Environment } from '../../src/config/environment.js';

const STRATEGIES = ['greedy', 'cautious', 'surveyor', 'hunter', 'champion', 'random', 'constant'];

/** The folder of the current test. */
export interface ConfigFolder {
  readonly path: string;
  /** Writes a file and returns its path; a path that ends with a slash makes an empty folder. */
  write(file: string, content?: string | Uint8Array): string;
  /** Writes `config/snakes.yaml` and reads it, with an empty file next to it for each strategy of the shipped one. */
  read(yaml: string, env?: Environment): LoadedConfig;
  /** The faults of the same, formatted, with paths relative to the folder. */
  faults(yaml: string, env?: Environment): string[];
  /** The faults of reading any file. */
  faultsOf(file: string, env?: Environment): string[];
}

/**
 * Makes a fresh folder for each test, and deletes it afterwards. The test runs in its parent, out of sight of a journal
 * that a host has left in this repository. Call it inside `describe`.
 */
export function useConfigFolder(): ConfigFolder {
  const before = process.cwd();
  let path = '';
  beforeEach(() => {
    path = realpathSync(mkdtempSync(join(tmpdir(), 'serpentarium-')));
    process.chdir(dirname(path));
    for (const name of STRATEGIES) folder.write(`strategies/${name}.ts`);
  });
  afterEach(() => {
    process.chdir(before);
    rmSync(path, { recursive: true, force: true });
  });

  const folder: ConfigFolder = {
    get path() {
      return path;
    },
    write(file, content = '') {
      const whole = join(path, file);
      mkdirSync(file.endsWith('/') ? whole : dirname(whole), { recursive: true });
      if (!file.endsWith('/')) writeFileSync(whole, content);
      return whole;
    },
    read: (yaml, env = {}) => readConfig(folder.write('config/snakes.yaml', yaml), env),
    faults: (yaml, env) => folder.faultsOf(folder.write('config/snakes.yaml', yaml), env),
    faultsOf(file, env = {}) {
      try {
        readConfig(file, env);
        return [];
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        return error.faults.map((fault) => formatFault(fault).replaceAll(`${path}/`, ''));
      }
    },
  };
  return folder;
}
