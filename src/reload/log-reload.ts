/** Writes what came of a reload to the log. Called by `host.ts`. */
import type { Logger } from 'pino';
import type { SnakeConfig } from '../config/types.js';
import { formatFault } from '../errors.js';
import type { ReloadOutcome } from './reloader.js';

/** Logs a reload: what has changed, or everything that is wrong. `trigger` says what asked for it. */
export function logReload(log: Logger, outcome: ReloadOutcome, trigger: string): void {
  const { version } = outcome;
  if (outcome.outcome === 'failed') {
    const faults = outcome.faults.map(formatFault);
    return log.error({ trigger, version, faults }, 'configuration not reloaded: keeping the running version');
  }
  const { added, changed, removed, warnings, restartNeeded, mounted } = outcome;
  for (const warning of warnings) log.warn({ warning: formatFault(warning) }, 'config warning');
  if (restartNeeded.length > 0) log.warn({ keys: restartNeeded }, 'changed keys need a restart');
  logInline(log, mounted);
  for (const { prefix, strategy, isolation } of mounted) {
    log.info({ snake: prefix, strategy, isolation, version }, 'snake mounted');
  }
  if (outcome.outcome === 'unchanged') log.info({ trigger, version }, 'configuration unchanged');
  else log.info({ trigger, version, added, changed, removed }, 'configuration reloaded');
}

/** Warns of the snakes that are not isolated. */
export function logInline(log: Logger, snakes: readonly SnakeConfig[]): void {
  for (const { prefix, isolation } of snakes) {
    if (isolation === 'inline')
      log.warn({ snake: prefix }, 'runs inline: an endless loop in it would stop every snake');
  }
}
