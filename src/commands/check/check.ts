/** `serpentarium check`: checks a configuration as `serve` would, and plays a health probe against every snake. */
import { setTimeout as wait } from 'node:timers/promises';
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { ConfigError, readConfig, type LoadedConfig } from '../../config/read-config.js';
import type { ExperimentConfig, HostConfig } from '../../config/types.js';
import { EXIT, byPlace, formatFault, UsageError, type Fault } from '../../errors/errors.js';
import { toShownAddress } from '../../exchange/service-url.js';
import { DatabaseUnavailable } from '../../journal/is-unavailable.js';
import { mountAll } from '../../host/mount-all.js';
import { formatTable, terminalWidth } from '../../terminal/format-table.js';
import { print, printError, printJson } from '../../terminal/print.js';
import { printable } from '../../terminal/printable.js';
import type { Mount } from '../../snakes/mount.js';
import type { SnakeListener } from '../../snakes/snake-report.js';
import type { LateCause } from '../../wire/responses.js';
import { probe, type ProbeReport } from '../doctor/probe.js';
import { DEFAULT_CONFIG } from '../arguments.js';
import { openJournal } from '../journal/open-journal.js';
import { formatFindings, worstOf } from '../doctor/finding.js';
import { surviveInlineStrategies } from '../interrupt.js';
import { checkMachine } from './check-machine.js';

interface CheckFlags {
  readonly config: string;
  readonly json?: true;
}

export function addCheckCommand(program: Command): void {
  program
    .command('check')
    .option('--config <FILE>', 'the configuration', DEFAULT_CONFIG)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExit codes: 0 all snakes answer, or miss the deadline only because this machine\n' +
        'is busy; 1 a snake does not; 2 wrong configuration, or its database rejects it.',
    )
    .action(check);
}

async function check({ config: file, json }: CheckFlags): Promise<void> {
  const loaded = await readWhole(file);
  const remarks: string[] = [];
  const { snakes, warnings } = await mountWith(loaded, (snake, report) => {
    if (report.type === 'warned') remarks.push(`${snake}: ${report.reason}`);
  });
  try {
    for (const warning of [...loaded.warnings, ...warnings]) printError(`warning: ${formatFault(warning)}`);
    const reports: ProbeReport[] = [];
    for (const snake of snakes) reports.push(await probeAgain(snake));
    const rows = reports.map((report, index) => toRow(report, loaded.config.snakes[index]!.source.name));
    const machine = await checkMachine(loaded.config);
    if (json) {
      printJson({ snakes: reports.map(toJson), experiments: loaded.config.experiments, machine }, 2);
    } else {
      print(
        formatTable(['prefix', 'strategy', 'appearance', 'outcome', 'start/move/end ms'], rows, {
          width: terminalWidth(),
          wraps: [2],
        }),
      );
      printExperiments(loaded.config.experiments);
      const isReady = ['good', 'skipped'].includes(worstOf(machine));
      const ready = `This machine is ready: ${machine.map(({ check: part }) => part).join(', ')}.`;
      print(`\n${isReady ? ready : formatFindings('this machine', machine, terminalWidth())}`);
    }
    const isRight = await printJournal(loaded.config, json === true);
    const failed = reports.filter(({ answer }) => answer.kind !== 'moved');
    for (const report of failed) {
      const { mount, answer } = report;
      const reason = 'reason' in answer ? answer.reason : '';
      // A busy machine proves nothing about the snake.
      const mark = isLateBy(report, 'machine') ? 'warning: ' : '';
      printError(printable(`${mark}${mount.prefix}: ${reason}`));
    }
    for (const remark of remarks) printError(printable(`warning: ${remark}`));
    if (isRight) process.exitCode = failed.every((report) => isLateBy(report, 'machine')) ? EXIT.ok : EXIT.failed;
    else process.exitCode = EXIT.usage;
  } finally {
    await Promise.all(snakes.map((snake) => snake.close()));
  }
}

/** The longest wait for a snake that is still at its late move, in ms. */
const MAX_WAIT_MS = 1000;

/**
 * Repeats a late probe, twice at most: the machine may have been busy. If all were late, prefers the last one that the
 * strategy is to blame for. Each begins when the snake is done with the one before, which would delay it.
 */
async function probeAgain(mount: Mount): Promise<ProbeReport> {
  let report = await probe(mount);
  for (let tries = 1; tries < 3 && report.answer.kind === 'late'; tries++) {
    const until = performance.now() + MAX_WAIT_MS;
    while (mount.status().children.some(({ state }) => state === 'busy') && performance.now() < until) await wait(10);
    const next = await probe(mount);
    if (!isLateBy(report, 'strategy') || next.answer.kind !== 'late' || isLateBy(next, 'strategy')) report = next;
  }
  return report;
}

function isLateBy({ answer }: ProbeReport, cause: LateCause): boolean {
  return answer.kind === 'late' && answer.cause === cause;
}

/**
 * Reads the configuration. Throws a `UsageError` with its faults and the faults of all strategies that can still be
 * loaded: one run shows all.
 */
async function readWhole(file: string): Promise<LoadedConfig> {
  try {
    return readConfig(file, process.env);
  } catch (thrown) {
    if (!(thrown instanceof ConfigError) || thrown.loadable === undefined) throw thrown;
    const found = [...thrown.faults, ...(await findStrategyFaults(thrown.loadable))];
    const [inFile, others] = [true, false].map((is) => found.filter(({ source }) => (source === file) === is));
    throw new UsageError([...inFile!.toSorted(byPlace), ...others!]);
  }
}

async function findStrategyFaults(loaded: LoadedConfig): Promise<readonly Fault[]> {
  try {
    const { snakes } = await mountWith(loaded);
    await Promise.all(snakes.map((snake) => snake.close()));
    return [];
  } catch (thrown) {
    if (thrown instanceof UsageError) return thrown.faults;
    throw thrown;
  }
}

async function mountWith(loaded: LoadedConfig, listener?: SnakeListener): ReturnType<typeof mountAll> {
  if (loaded.config.snakes.some(({ isolation }) => isolation === 'inline')) surviveInlineStrategies();
  return mountAll({ loaded, env: process.env, listener });
}

/** Lists experiments: their two strategies are probed as snakes already. */
function printExperiments(experiments: readonly ExperimentConfig[]): void {
  if (experiments.length === 0) return;
  const rows = experiments.map(({ prefix, name, base, candidate, split }) => {
    const share = split === 'shadow' ? 'in its shadow' : `${Math.round(split * 100)} % of games`;
    return [prefix, name, base, candidate, share];
  });
  print(
    `\n${formatTable(['prefix', 'experiment', 'base', 'candidate', 'candidate plays'], rows, { width: terminalWidth() })}`,
  );
}

/**
 * Prints whether the journal is readable, if it exists, and returns whether the configuration can be right. A host
 * starts and plays without its journal: only a database that rejects the login is more than a warning.
 */
async function printJournal({ file, journal }: HostConfig, isQuiet: boolean): Promise<boolean> {
  if (journal === 'off' || (journal.url === undefined && !existsSync(journal.path))) return true;
  try {
    await (await openJournal(file)).close();
    if (!isQuiet) print(`\nThe journal at ${toShownAddress(journal.url ?? journal.path)} can be read.`);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    const isWrong = thrown.cause instanceof DatabaseUnavailable && thrown.cause.isRefusal;
    printError(`${isWrong ? '' : 'warning: '}the journal at ${thrown.message}`);
    return !isWrong;
  }
}

function toJson({ mount, answer, times }: ProbeReport) {
  return { prefix: mount.prefix, looks: mount.info, answer, times };
}

function toRow({ mount, answer, times }: ProbeReport, strategy: string): string[] {
  const { color = '', head = '', tail = '' } = mount.info;
  const looks = [color, head, tail].filter((look) => look !== '').join(' ');
  const durations = [times.start, times.move, times.end].map((ms) => ms.toFixed(1));
  return [mount.prefix, strategy, looks, `${answer.kind} ${answer.move}`, durations.join('/')];
}
