/** Reports the outcome of a start or reload: to the log, and to the operator who requested it. */
import type { Logger } from 'pino';
import { type SnakeConfig, writtenSource } from '../config/types.js';
import { formatFault } from '../errors/errors.js';
import type { ReloadOutcome } from './reloader.js';
import { answerJson, type AppRouter } from '../http/context.js';

/**
 * Logs a reload: its changes, or its faults. `trigger` names its cause; `wasFaulty`: the previous reload failed.
 */
export function logReload(log: Logger, outcome: ReloadOutcome, trigger: string, wasFaulty: boolean): void {
  const { version } = outcome;
  if (outcome.outcome === 'failed') {
    const faults = outcome.faults.map(formatFault);
    return log.error({ trigger, version, faults }, 'configuration not reloaded: keeping the running version');
  }
  if (wasFaulty) log.info({ trigger }, 'configuration fixed');
  const { added, changed, removed, warnings, restartNeeded, mounted } = outcome;
  for (const warning of warnings) log.warn({ warning: formatFault(warning) }, 'config warning');
  if (restartNeeded.length > 0) log.warn({ keys: restartNeeded }, 'changed keys need a restart');
  logInline(log, mounted);
  logMounted(log, mounted, version);
  if (outcome.outcome === 'unchanged') log.info({ trigger, version }, 'configuration unchanged');
  else log.info({ trigger, version, added, changed, removed }, 'configuration reloaded');
  if (outcome.outcome === 'applied')
    for (const games of outcome.ongoing) log.info(games, 'running games stay on their version');
}

export function logMounted(log: Logger, snakes: readonly SnakeConfig[], version: number): void {
  for (const { prefix, source, isolation } of snakes) {
    log.info({ snake: prefix, [source.kind]: writtenSource(source), isolation, version }, 'snake mounted');
  }
}

export function logInline(log: Logger, snakes: readonly SnakeConfig[]): void {
  for (const { prefix, isolation } of snakes) {
    if (isolation === 'inline') log.warn({ snake: prefix }, 'runs inline: an endless loop would stop every snake');
  }
}

/** Adds `POST /reload`. It answers 200 with what has changed, or 422 with all faults; then nothing has. */
export function addReloadRoute(router: AppRouter, reload: () => Promise<ReloadOutcome>): void {
  router.post('/reload', async (ctx) => {
    const result = await reload();
    if (result.outcome === 'failed') {
      const { outcome, version, faults } = result;
      const message = `the configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}; version ${version} is still served`;
      ctx.status = 422;
      return answerJson(
        ctx,
        JSON.stringify({ outcome, version, error: { code: 'invalid_configuration', message }, faults }),
      );
    }
    const { outcome, version, added, changed, removed, restartNeeded, warnings } = result;
    answerJson(ctx, JSON.stringify({ outcome, version, added, changed, removed, restartNeeded, warnings }));
  });
}
