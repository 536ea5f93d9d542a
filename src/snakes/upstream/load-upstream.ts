/** Makes a runner from the configuration of an upstream. Called where a snake is mounted. */
import { portOf } from '../../config/check-upstreams.js';
import { type SnakeConfig, writtenSource, type UpstreamSource } from '../../config/types.js';
import type { ByteBudget } from '../byte-budget.js';
import type { RunnerReport } from '../snake-report.js';
import type { StrategyShape } from '../strategy/validate-module.js';
import { ServedProgram } from './served-program.js';
import { UpstreamRunner } from './upstream-runner.js';

export interface UpstreamDeps {
  readonly config: Pick<SnakeConfig, 'customization' | 'memory'>;
  readonly source: UpstreamSource;
  readonly env: Readonly<Record<string, string>>;
  readonly underWay?: ByteBudget | undefined;
  readonly report: (report: RunnerReport) => void;
}

export interface LoadedUpstream {
  readonly shape: StrategyShape;
  /** Sentences without their subject. */
  readonly warnings: readonly string[];
  readonly serve: () => UpstreamRunner;
  readonly discard: () => Promise<void>;
}

/**
 * Asks a server for its snake's appearance, after starting its program if the host runs it. Resolves with the faults.
 */
export async function loadUpstream({
  config,
  source,
  env,
  underWay,
  report,
}: UpstreamDeps): Promise<LoadedUpstream | string> {
  const url = new URL(source.url);
  const { run } = source;
  const program =
    run &&
    new ServedProgram({
      command: [run.program, ...run.command.slice(1)],
      cwd: run.cwd,
      env,
      port: portOf(url),
      memoryMb: config.memory / 1024 ** 2,
      report,
    });
  const { customization } = config;
  const runner = new UpstreamRunner({
    url,
    shownUrl: writtenSource(source),
    customization,
    program,
    underWay,
    report,
  });
  const first = await runner.load();
  if ('fault' in first) {
    await runner.close();
    return first.fault;
  }
  const shape = { customization: {}, options: undefined };
  return { shape, warnings: first.warnings, serve: () => runner, discard: () => runner.close() };
}
