/**
 * Duels against a platform that limits its games, in simulated time: each snake has a strength, and the ranks of a game
 * are drawn as Plackett and Luce do. A process can be killed at any step; another one then continues from the file.
 */
import { DuelGames, type DuelDeps } from '../../src/commands/duel/duel-games.js';
import { NEW_DUEL, type DuelTally } from '../../src/commands/duel/duel-tally.js';
import { ASK_LIMITS } from '../../src/exchange/ask-json.js';
import { Platform } from '../../src/platform/platform.js';
import { pointsOf } from '../../src/stats/rank-score.js';
import type { SprtParameters } from '../../src/stats/sprt.js';
import { fetchPlatform, PLATFORM_TOKEN, type TestPlatform } from './platform-server.js';

/** What a killed process leaves behind is in the file only. */
export class Killed extends Error {}

/** Where a process can be killed: each call of these is one step. */
type Step = 'before a save' | 'after a save' | 'before a creation' | 'after a creation' | 'a creation that comes late';

export interface SimulatedDuel {
  readonly platform: TestPlatform;
  readonly now: () => number;
  /** Plays, from the file if there is one, until the test decides or the process is killed. */
  run(more?: Partial<DuelDeps>): Promise<DuelTally & { readonly refused: readonly string[] }>;
  /** What the file holds. */
  saved(): DuelTally | undefined;
  /** Asked at each step whether the process is killed there. */
  kills: (step: Step) => boolean;
  /** Lets time pass. */
  pass(ms: number): void;
}

export interface SimulatedDuelOptions {
  /** The candidate's advantage, in Elo. */
  readonly elo: number;
  readonly random: () => number;
  readonly sprt: SprtParameters;
  readonly maxPairs?: number;
  readonly strangers?: number;
  /** The share of games that never end. */
  readonly endless?: number;
  readonly mostGames?: number;
}

export const SIDES = ['base', 'candidate'] as const;

export function simulateDuel(options: SimulatedDuelOptions): SimulatedDuel {
  const { elo, random, sprt, maxPairs = 20_000, endless = 0.01, mostGames = 20 } = options;
  let time = Date.parse('2026-08-01T18:00:00Z');
  let file: string | undefined;
  let late: { readonly at: number; readonly create: () => void }[] = [];
  const platform = Object.assign(fetchPlatform(), { now: () => time, mostGames });
  const strength = (id: string) => 10 ** ((id === 'candidate' ? elo : 0) / 400);
  const games = new Map<string, { readonly endsAt: number; readonly score: number }>();
  const outcomeOf = (id: string, snakes: readonly string[]) => {
    // The first of exponential clocks is the winner, the last one is out first.
    const ranks = new Map(snakes.map((snake) => [snake, -Math.log(1 - random()) / strength(snake)]));
    const score = pointsOf(ranks.get('candidate')!, ranks.get('base')!);
    const endsAt = random() < endless ? Infinity : time + 60_000 * (1 + 6 * random());
    games.set(id, { endsAt, score });
  };
  const pass = (ms: number) => {
    time += ms;
    const due = late.filter(({ at }) => at <= time);
    late = late.filter(({ at }) => at > time);
    for (const { create } of due) create();
  };
  const client = new Platform({
    base: `${platform.url}/api`,
    token: PLATFORM_TOKEN,
    limits: { ...ASK_LIMITS, tries: 1 },
  });
  const duel: SimulatedDuel = {
    platform,
    now: () => time,
    kills: () => false,
    pass,
    saved: () => (file === undefined ? undefined : (JSON.parse(file) as DuelTally)),
    async run(more = {}) {
      const kill = (step: Step) => {
        if (duel.kills(step)) throw new Killed(step);
      };
      const save = (tally: DuelTally) => {
        kill('before a save');
        file = JSON.stringify(tally);
        kill('after a save');
        return true;
      };
      const pool = new DuelGames(
        {
          platform: {
            listGames: (id) => client.listGames(id),
            async startGame(game) {
              kill('before a creation');
              if (duel.kills('a creation that comes late')) {
                late.push({ at: time + 20_000, create: () => void client.startGame(game) });
                throw new Killed('late');
              }
              const id = await client.startGame(game);
              kill('after a creation');
              return id;
            },
          },
          game: { board: '11x11', game_type: 'standard' },
          sides: SIDES,
          strangers: Array.from({ length: options.strangers ?? 30 }, (_, index) => `stranger-${index}`),
          perGame: 2,
          async read(open) {
            for (const { id, snakes } of platform.games)
              if (!games.has(id))
                outcomeOf(
                  id,
                  snakes.map((snake) => snake.id),
                );
            const ended = open.filter(({ id }) => (games.get(id!)?.endsAt ?? Infinity) <= time);
            return Promise.resolve({ known: new Map(ended.map(({ id }) => [id!, { score: games.get(id!)!.score }])) });
          },
          mostGames: maxPairs,
          sprt,
          save,
          warn: () => undefined,
          now: () => time,
          async wait(ms) {
            await Promise.resolve();
            pass(ms);
          },
          ...more,
        },
        duel.saved() ?? NEW_DUEL,
      );
      await pool.play(new AbortController().signal);
      return { ...pool.tally, refused: [...pool.refused] };
    },
  };
  return duel;
}
