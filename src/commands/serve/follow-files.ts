/** Takes over changes of the configuration and the strategies, or says that they could be. Called by `serve.ts`. */
import path from 'node:path';
import type { Logger } from 'pino';
import type { Host } from '../../host.js';
import { watchFiles } from './watch-files.js';
import { filesBelow } from './watched-files.js';

/** How often the files are looked at, in ms: to take over what has changed, or only to say so. */
const INTERVALS_MS = { watching: 200, noticing: 2000 } as const;

/** How to take over a change, for the log. */
const REMEDY = 'SIGHUP or POST /reload';

export interface FollowFilesOptions {
  /** The configuration, as the operator wrote it. */
  readonly file: string;
  /** Absolute path of the directory of strategies that the host starts with. */
  readonly strategies: string;
  readonly log: Logger;
  /** Whether changes are taken over; else the log says that they could be. */
  readonly isWatching: boolean;
}

/** The host that follows the files, and how it reads them again; `trigger` is for the log. */
interface Following {
  readonly host: Host;
  readonly reload: (trigger: string) => Promise<void>;
}

/** Watches the files from now on. What changes before `begin` is called is taken over then. */
export function followFiles({ file, strategies, log, isWatching }: FollowFilesOptions) {
  const config = path.resolve(file);
  let following: Following | undefined;
  let early: readonly string[] = [];
  const list = () => {
    const { files, strategies: directory } = following?.host ?? { files: [], strategies };
    const all = isWatching || following === undefined ? filesBelow(directory) : [];
    return [...new Set([config, ...files, ...all])];
  };
  const onChange = (files: readonly string[]): void => {
    if (following === undefined) return void (early = [...early, ...files]);
    const { host, reload } = following;
    if (isWatching) return void reload(`changed: ${toNames(files).join(', ')}`);
    if (files.includes(config)) log.warn({ file, remedy: REMEDY }, 'configuration changed: reload to apply');
    const served = files.filter((name) => host.files.includes(name));
    if (served.length > 0) log.warn({ files: toNames(served), remedy: REMEDY }, 'strategy changed: reload to apply');
  };
  const interval = isWatching ? INTERVALS_MS.watching : INTERVALS_MS.noticing;
  watchFiles({ list, onChange, interval, isNewAChange: isWatching });
  return {
    /** The host serves. */
    begin(host: Host, reload: Following['reload']): void {
      following = { host, reload };
      if (early.length > 0) onChange([...new Set(early)]);
    },
  };
}

/** Relative to the working directory, for people. */
function toNames(files: readonly string[]): string[] {
  return files.map((file) => path.relative('.', file));
}
