/** Checks a configuration as `serve` would, whether this machine suits it, and every snake with a health probe. */
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { ConfigError, readConfig, type LoadedConfig } from '../../config/read-config.js';
import type { ExperimentConfig, HostConfig, SideBySideConfig, SnakeConfig } from '../../config/types.js';
import { byPlace, formatFault, UsageError, type Fault } from '../../errors/errors.js';
import { mountAll } from '../../host/mount-all.js';
import { toShownAddress } from '../../exchange/service-url.js';
import { DatabaseUnavailable, EarlierVersion } from '../../journal/is-unavailable.js';
import type { Mount } from '../../snakes/mount.js';
import type { SnakeListener } from '../../snakes/snake-report.js';
import { formatCount, formatMs } from '../../views/numbers.js';
import { HOW_TO_MEET } from '../../journal/report/format-experiments.js';
import type { Answer } from '../../wire/responses.js';
import { surviveInlineStrategies } from '../interrupt.js';
import { openJournal } from '../../journal/open-journal.js';
import { checkMachine } from './check-machine.js';
import { bad, good, remedyFor, warn, type Finding, type Diagnosis } from './finding.js';
import { probe, PROBE_TIMEOUT } from './probe.js';

/** Throws a `UsageError` if the configuration has faults. */
export async function inspectMachine(file: string): Promise<Diagnosis> {
  const loaded = await readWhole(file);
  const { config } = loaded;
  const remarks: Finding[] = [];
  const { snakes, warnings } = await mountWith(loaded, (snake, report) => {
    if (report.type === 'warned') remarks.push(warn(snake, report.reason));
  });
  try {
    const findings = [
      good('configuration', `${file}: ${formatCount(config.snakes.length, 'snake')}`),
      ...[...loaded.warnings, ...warnings].map((fault) => warn('configuration', formatFault(fault))),
      ...(await checkMachine(config)),
      ...(await checkGames(config)),
    ];
    // One by one: they would take time from each other.
    for (const [index, snake] of snakes.entries()) findings.push(await checkSnake(snake, config.snakes[index]!));
    const experiments = [
      ...config.experiments.map((one) => toFinding(one, config)),
      ...config.sideBySide.map(toSideBySideFinding),
    ];
    return { subject: 'this machine', findings: [...findings, ...remarks, ...experiments] };
  } finally {
    await Promise.all(snakes.map((snake) => snake.close()));
  }
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

/** Whether the journal can be read, if it exists. A host starts and plays without it, but a login must be right. */
async function checkGames({ file, journal }: HostConfig): Promise<Finding[]> {
  const check = 'recorded games';
  if (journal === 'off' || (journal.url === undefined && !existsSync(journal.path))) return [];
  const address = toShownAddress(journal.url ?? journal.path);
  try {
    await (await openJournal(file)).close();
    return [good(check, `the journal at ${address} can be read`)];
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    if (thrown.cause instanceof EarlierVersion)
      return [good(check, `the journal at ${address} is of an earlier version: the next start of a host updates it`)];
    const isRefused = thrown.cause instanceof DatabaseUnavailable && thrown.cause.isRefusal;
    return [(isRefused ? bad : warn)(check, `the journal at ${thrown.message}`)];
  }
}

export async function checkSnake(snake: Mount, { source }: Pick<SnakeConfig, 'source'>): Promise<Finding> {
  const { prefix, info } = snake;
  const answer = await probeAgain(snake);
  const { color, head, tail } = info;
  const shown = [source.name, ...[color, head, tail].filter(Boolean)].join(' ');
  if (answer.kind === 'moved') return good(prefix, `${shown} moved ${answer.move} in ${formatMs(answer.took)}`);
  const message = `${source.name} ${answer.kind}: ${answer.reason}`;
  // A busy machine proves nothing about the snake.
  if (answer.kind === 'late' && !isTooSlow(answer))
    return warn(prefix, message, 'Try again while this machine is idle.');
  if (answer.kind === 'failed')
    return bad(prefix, message, 'Correct what it names: until then, engines get a move of the host.');
  return bad(prefix, message, remedyFor({ kind: answer.kind === 'late' ? 'late' : 'notMove' }, PROBE_TIMEOUT, 'move'));
}

/** The longest wait for a snake that is still at its late move, in ms. */
const MAX_WAIT_MS = 1000;

/**
 * Repeats a late probe, twice at most: the machine may have been busy. If all were late, prefers the last one that the
 * strategy is to blame for. Each begins when the snake is done with the one before, which would delay it.
 */
async function probeAgain(mount: Mount): Promise<Answer> {
  let answer = await probe(mount);
  for (let tries = 1; tries < 3 && answer.kind === 'late'; tries++) {
    const until = performance.now() + MAX_WAIT_MS;
    while (mount.status().children.some(({ state }) => state === 'busy') && performance.now() < until) await wait(10);
    const next = await probe(mount);
    if (!isTooSlow(answer) || next.kind !== 'late' || isTooSlow(next)) answer = next;
  }
  return answer;
}

/** Whether it was late through the fault of its strategy. */
function isTooSlow(answer: Answer): boolean {
  return answer.kind === 'late' && answer.cause === 'strategy';
}

/** The two strategies of an experiment are probed as snakes already. */
function toFinding({ prefix, name, base, candidate, split }: ExperimentConfig, { journal }: HostConfig): Finding {
  const share = split === 'shadow' ? 'in its shadow' : `in ${Math.round(split * 100)} % of games`;
  const message = `experiment ${name}: ${base} plays, ${candidate} ${share}`;
  if (split === 'shadow' || journal !== 'off') return good(prefix, message);
  const remedy = 'Configure a journal: without one, a restart forgets that a guard stopped the candidate.';
  return warn(prefix, message, remedy);
}

function toSideBySideFinding({ name, base, candidate }: SideBySideConfig): Finding {
  return good(candidate, `experiment ${name}: side by side with ${base}, in games that both play. ${HOW_TO_MEET}`);
}
