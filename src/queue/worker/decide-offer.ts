/** Why a worker does not take part in a contest. `QueueWorker` asks, and the coordinator shows it. */
import { applyClockRule, type ClockDecision } from '../clock-rule.js';
import { QUEUE_PROTOCOL, type ContestOffer, type WorkerFacts } from '../job-queue.js';

/** Decides about an offer. `environment` has the variables of this worker. */
export function decideOffer(
  { protocol, version, env, clock }: ContestOffer,
  facts: WorkerFacts,
  environment: Readonly<Record<string, string | undefined>>,
): ClockDecision {
  if (protocol !== QUEUE_PROTOCOL || seriesOf(version) !== seriesOf(facts.version)) {
    return refuse(`it has version ${facts.version}, the coordinator ${version}: use the same on all machines`);
  }
  const missing = env.filter((name) => environment[name] === undefined);
  if (missing.length > 0) return refuse(`its environment lacks ${missing.join(', ')}, which a strategy asks for`);
  return applyClockRule(clock, facts.speed);
}

function refuse(reason: string): ClockDecision {
  return { kind: 'refuse', reason };
}

/** What versions that understand each other have in common: the major version, and below 1.0 the minor one. */
function seriesOf(version: string): string {
  const [major, minor] = version.split('.');
  return major === '0' ? `0.${minor}` : major!;
}
