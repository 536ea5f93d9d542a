/** Runs `serpentarium compare` and similar commands in a temporary folder, with short games that never differ. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, watch } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { saveContest, type ContestFile, type ContestType } from '../../src/arena/contest/contest-file.js';
import type { MatchReport } from '../../src/arena/contest/match/match-report.js';
import { useConfigFolder } from './config-folder.js';
import { fixture, inRepository } from './fixtures.js';

interface SavedContest extends ContestFile<unknown> {
  readonly format: string;
}

const CLI = inRepository('dist/src/cli.js');
/** What makes a match short and the same every time. */
const SHORT = ['--seed', 'seven', '--max-turns', '100'];

/**
 * A folder with a configuration and these strategies, shipped or of the fixtures, for each test of the suite that calls
 * this.
 */
export function useCompare(...strategies: readonly string[]) {
  return useContest('compare', ...strategies);
}

/** The same for another command that plays many games. */
export function useContest(command: string, ...strategies: readonly string[]) {
  const folder = useConfigFolder();
  beforeEach(() => {
    for (const name of strategies) {
      const shipped = inRepository(`strategies/${name}.ts`);
      if (existsSync(shipped)) folder.write(`strategies/${name}.ts`, readFileSync(shipped));
      else folder.write(`strategies/${name}.js`, readFileSync(fixture(`strategies/${name}.js`)));
    }
    folder.write('config/snakes.yaml', 'snakes: [{ prefix: /sure, strategy: cautious }]\n');
  });
  const spawnIn = (args: readonly string[]) =>
    spawn(process.execPath, [CLI, command, ...args], { cwd: folder.path, stdio: ['ignore', 'pipe', 'pipe'] });
  const start = (...args: string[]) => spawnIn([...args, ...SHORT]);
  return {
    folder,
    start,
    compare: (...args: string[]) => endOf(start(...args)),
    /** Runs the command with these words alone. */
    run: (...args: string[]) => endOf(spawnIn(args)),
    /** Resolves when `match.json` has been written; rejects if the match ends before. Call it as the match starts. */
    onceSaved: (match: ChildProcess) =>
      new Promise<void>((resolve, reject) => {
        const watcher = watch(folder.path, (_, name) => {
          if (name === 'match.json') settle(resolve);
        });
        const onExit = (code: number | null) =>
          settle(() => reject(new Error(`the match ended with ${code} before it was saved`)));
        const settle = (act: () => void) => {
          watcher.close();
          match.off('exit', onExit);
          act();
        };
        match.on('exit', onExit);
      }),
    savedTally: () => {
      const file = readFileSync(path.join(folder.path, 'match.json'), 'utf8');
      return (JSON.parse(file) as { tally: { pairs: number } }).tally;
    },
    /** Changes values of the plan in `match.json`: with another limit, it is a contest that was stopped before it. */
    changePlan(flags: Readonly<Record<string, unknown>>) {
      const file = path.join(folder.path, 'match.json');
      const { format, plan, identity, tally } = JSON.parse(readFileSync(file, 'utf8')) as SavedContest;
      const [, type] = format.split(' ');
      saveContest(file, type as ContestType, {
        plan: { ...plan, flags: { ...plan.flags, ...flags } },
        identity,
        tally,
      });
    },
  };
}

/** What a command printed, and its exit code; `report` reads the output of `--json`. */
export async function endOf(child: ChildProcess) {
  const [out, err, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')]);
  return { out, err, code: code as number, report: () => JSON.parse(out) as MatchReport };
}
