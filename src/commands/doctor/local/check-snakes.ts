/** Whether the strategies load and answer, and whether the cores suffice for those that think to their deadline. */
import type { LoadedConfig } from '../../../config/read-config.js';
import { formatFault, UsageError } from '../../../errors.js';
import { mountAll } from '../../../mount-all.js';
import { availableCores } from '../../../processes/machine.js';
import { silentListener } from '../../../snakes/snake-listener.js';
import { formatCount } from '../../../terminal/format-numbers.js';
import { probe, type ProbeReport } from '../../../testing/probe.js';
import { DEFAULT_TIMEOUT } from '../../../wire/resources.js';
import { good, wrong, type Finding } from '../finding.js';

/** A snake that takes this part of the timeout for the health probe thinks to its deadline. */
const CPU_BOUND_SHARE = 0.4;
/** More CPU-bound turns for each core than this lose depth, and some their own answer. */
const MOST_A_CORE = 2;

/** Mounts every snake, plays the health probe against it, and unmounts it. */
export async function checkSnakes(loaded: LoadedConfig): Promise<Finding[]> {
  try {
    const { snakes } = await mountAll({ loaded, env: process.env, listener: silentListener });
    try {
      const reports: ProbeReport[] = [];
      for (const snake of snakes) reports.push(await probe(snake));
      return [checkAnswers(reports), checkCores(reports)];
    } finally {
      await Promise.all(snakes.map((snake) => snake.close()));
    }
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    const [first] = thrown.faults;
    const message = `${formatFault(first!)}${thrown.faults.length > 1 ? ` (and ${thrown.faults.length - 1} more)` : ''}`;
    return [wrong('bad', 'snakes', message, '"serpentarium check" shows all that is wrong.')];
  }
}

function checkAnswers(reports: readonly ProbeReport[]): Finding {
  const failed = reports.find(({ answer }) => answer.kind !== 'moved');
  if (failed === undefined) return good('snakes', `${formatCount(reports.length, 'snake')} passed the health probe`);
  const { mount, answer } = failed;
  const reason = 'reason' in answer ? answer.reason : answer.kind;
  return wrong('bad', 'snakes', `${mount.prefix}: ${reason}`, '"serpentarium check" shows all that is wrong.');
}

function checkCores(reports: readonly ProbeReport[]): Finding {
  const cores = availableCores();
  const thinking = reports.filter(({ times }) => times.move > CPU_BOUND_SHARE * DEFAULT_TIMEOUT);
  const names = thinking.map(({ mount }) => mount.prefix).join(', ');
  const of = `${formatCount(reports.length, 'snake')} on ${formatCount(cores, 'core')}`;
  const message = thinking.length === 0 ? `${of}; none is CPU-bound` : `${of}; CPU-bound: ${names}`;
  if (thinking.length <= MOST_A_CORE * cores) return good('cores', message);
  const remedy =
    'If they play at the same time, each gets a part of a core: mount fewer on this host, or give some "priority: low".';
  return wrong('warning', 'cores', message, remedy);
}
