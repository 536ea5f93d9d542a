/** From the words of a command line to the contestants of a match: each tried out once as the host would serve it. */
import type { Contestant } from '../../arena/match/contestant.js';
import { chooseSnakes } from '../../config/choose-snakes.js';
import { readConfig, type LoadedConfig } from '../../config/read-config.js';
import type { SnakeConfig } from '../../config/types.js';
import { UsageError, formatFault, type Fault } from '../../errors.js';
import { mountAll } from '../../mount-all.js';
import { bundleStrategy } from '../../snakes/strategy/bundle.js';
import { silentEvents } from '../../snakes/events.js';

/** A word, the flag that it belongs to, and options that win over what the configuration says. */
export interface NamedContestant {
  readonly flag: string;
  readonly word: string;
  readonly options?: Readonly<Record<string, unknown>>;
}

export interface Contestants {
  readonly contestants: readonly Contestant[];
  readonly warnings: readonly string[];
}

/** Throws a {@link UsageError} with all that is wrong. `config` is read only if a snake of this machine is named. */
export async function nameContestants(named: readonly NamedContestant[], config: string): Promise<Contestants> {
  const local = named.filter(({ word }) => !isUrl(word));
  // Where the host would listen is none of a match's business.
  const { PORT: _, HOST: __, ...env } = process.env;
  const loaded = local.length === 0 ? undefined : readConfig(config, env);
  const faults: Fault[] = [];
  const warnings: string[] = [];
  const contestants: Contestant[] = [];
  for (const one of named) {
    try {
      if (isUrl(one.word)) {
        contestants.push(toRemote(one));
        continue;
      }
      const choice = choose(loaded!, one);
      const { snakes, warnings: remarks } = await mountAll({
        loaded: choice,
        env,
        events: silentEvents,
        load: () => 0,
      });
      await Promise.all(snakes.map((snake) => snake.close()));
      warnings.push(...remarks.map(formatFault));
      const [snake] = choice.config.snakes as [SnakeConfig];
      const { code, hash } = await bundleStrategy(snake.file);
      contestants.push({ kind: 'local', name: snake.name, config: snake, info: snakes[0]!.info, code, hash });
    } catch (thrown) {
      if (!(thrown instanceof UsageError)) throw thrown;
      faults.push(...thrown.faults);
    }
  }
  if (faults.length > 0) throw new UsageError(once(faults));
  return { contestants: tellApart(contestants), warnings: [...new Set(warnings)] };
}

/** The environment that the strategies of a match see: one for all of them, for they share their processes. */
export function environmentOf(contestants: readonly Contestant[]): Record<string, string> {
  const names = contestants.flatMap((one) => (one.kind === 'local' ? one.config.env : []));
  const given = names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return Object.fromEntries(given) as Record<string, string>;
}

/** What a process may take that plays them all, in MB. */
export function memoryOf(contestants: readonly Contestant[]): number {
  const least = 128;
  return contestants.reduce((sum, one) => sum + (one.kind === 'local' ? one.config.memoryMb : 0), least);
}

export function isUrl(word: string): boolean {
  return /^https?:\/\//.test(word) && URL.canParse(word);
}

function choose(loaded: LoadedConfig, { flag, word, options }: NamedContestant): LoadedConfig {
  const choice = chooseSnakes(loaded, [word]);
  if ('problems' in choice) {
    throw new UsageError(choice.problems.map((message): Fault => ({ source: flag, message })));
  }
  const { config } = choice.loaded;
  const snakes = config.snakes.map((snake): SnakeConfig => ({
    ...snake,
    isolation: 'process',
    options: { ...snake.options, ...options },
  }));
  const locate: LoadedConfig['locate'] = (path, part) => {
    const isGiven = path[2] === 'options' && Object.hasOwn(options ?? {}, path[3] ?? '');
    return isGiven ? { source: optionsFlag(flag) } : choice.loaded.locate(path, part);
  };
  return { ...choice.loaded, config: { ...config, snakes }, locate };
}

/** The flag that gives options to what `flag` names. */
function optionsFlag(flag: string): string {
  return `--options-${flag.toLowerCase()}`;
}

function toRemote({ flag, word, options }: NamedContestant): Contestant {
  if (options !== undefined) {
    const message = `"${word}" is a snake on a server: its options are set there.`;
    throw new UsageError([{ source: optionsFlag(flag), message }]);
  }
  const url = new URL(word);
  return { kind: 'remote', name: `${url.host}${url.pathname.replace(/\/+$/, '')}`, url: url.href };
}

/** Two variants of one strategy need names of their own. */
function tellApart(contestants: readonly Contestant[]): Contestant[] {
  const [base, candidate] = contestants;
  const roles = base?.name === candidate?.name ? [' (base)', ' (candidate)'] : [];
  return contestants.map((one, index) => ({ ...one, name: one.name + (roles[index] ?? '') }));
}

function once(faults: readonly Fault[]): Fault[] {
  return [...new Map(faults.map((fault) => [formatFault(fault), fault])).values()];
}
