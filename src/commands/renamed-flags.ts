/** The flags of version 0.1 that have another name today. Called by `cli.ts`, and for contests that 0.1 has saved. */
import { UsageError, type Fault } from '../errors.js';

type Renamed = Readonly<Record<string, string>>;

/** The old way to name the configuration: a word without a flag. */
const FILE = 'FILE';
const CONFIG: Renamed = { [FILE]: '--config' };
const CONTEST: Renamed = { '--page': '--browser', '--ruleset': '--gametype', '--output': '--output-dir' };
const FILTER: Renamed = { '--snake': '--prefix', '--ruleset': '--gametype' };

/** The new name of each old flag, by command. */
const RENAMED: Readonly<Record<string, Renamed>> = {
  serve: { ...CONFIG, '--watch': '--reload' },
  dev: CONFIG,
  check: CONFIG,
  alert: CONFIG,
  compare: { ...CONTEST, '--snakes': '--per-game' },
  tournament: CONTEST,
  tune: CONTEST,
  report: FILTER,
  games: FILTER,
  rethink: { ...FILTER, '--snake': '--prefix, or --you for one game', '--time': '--timeout' },
  replay: { '--snake': '--you, or --ask for the snake that is asked', '--open': '--browser', '--from': '--start' },
  autopsy: { '--snake': '--you', '--turns': '--longer' },
  import: { '--snake': '--prefix' },
  positions: { '--snake': '--ask' },
};

/** Throws a {@link UsageError} with the new name of every old flag among the words behind a command. */
export function refuseOldFlags(command: string, words: readonly string[]): void {
  const renamed = RENAMED[command] ?? {};
  const faults = words.flatMap((word, index): Fault[] => {
    const [flag] = word.split('=', 1);
    const isFile = renamed[FILE] !== undefined && !word.startsWith('-') && words[index - 1] !== '--config';
    const now = isFile ? `${renamed[FILE]} ${word}` : Object.hasOwn(renamed, flag!) ? renamed[flag!] : undefined;
    return now === undefined ? [] : [{ source: isFile ? `"${word}"` : flag!, message: `is now written ${now}.` }];
  });
  if (faults.length > 0) throw new UsageError(faults);
}

/** The words of a saved contest with the flags of today. In 0.1, the gauntlet was that of the first snake. */
export function renameFlags(command: string, saved: readonly string[]): string[] {
  const words = saved.map((word) => (Object.hasOwn(RENAMED[command] ?? {}, word) ? RENAMED[command]![word]! : word));
  const gauntlet = words.indexOf('--gauntlet');
  if (gauntlet < 0 || words[gauntlet + 1]?.startsWith('--') === false) return words;
  const [first, ...others] = words;
  return others.toSpliced(gauntlet, 0, first!);
}
