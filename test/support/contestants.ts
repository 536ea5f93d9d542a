/** Contestants of matches, for tests and benchmarks: the shipped strategies, and misbehaving ones. */
import { existsSync } from 'node:fs';
import type { LocalContestant } from '../../src/arena/contest/contest.js';
import type { MatchPlan } from '../../src/arena/contest/match/match-plan.js';
import { defaultSnake } from '../../src/commands/choose-snake.js';
import { DEFAULT_SETTINGS } from '../../src/rules/settings.js';
import { bundleStrategy } from '../../src/snakes/strategy/bundle.js';
import { fixture, inRepository } from './fixtures.js';

/** A match of duels between strategies of this repository or of the fixtures, by name. */
export async function createMatch(...names: readonly string[]): Promise<MatchPlan> {
  const [base, candidate, ...opponents] = await Promise.all(names.map(createContestant));
  return {
    contestants: [base!, candidate!, ...opponents],
    snakes: 2,
    seed: 'seed',
    sprt: undefined,
    maxPairs: 1000,
    game: {
      ruleset: 'standard',
      map: 'standard',
      width: 11,
      height: 11,
      timeout: 100,
      maxTurns: 300,
      settings: DEFAULT_SETTINGS,
    },
  };
}

async function createContestant(name: string): Promise<LocalContestant> {
  const files = [
    inRepository(`strategies/${name}.ts`),
    fixture(`strategies/${name}.js`),
    fixture(`strategies/${name}.ts`),
  ];
  const { file, code, hash } = await bundleStrategy(files.find((path) => existsSync(path))!);
  const config = { ...defaultSnake(name, file), processes: 1, overhead: 0 };
  return { kind: 'local', name, config, code, hash };
}
