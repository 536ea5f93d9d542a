/** A journal of many short games with every kind of name in them, for lists and reports. */
import type { JournalEvent } from '../../../src/journal/journal-event.js';
import type { GameQuery } from '../../../src/journal/game-rows.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { DUEL, gameEvents } from '../../support/journals.js';

const BATCH = 1000;
const RULESETS = ['standard', 'royale', 'wrapped', 'constrictor'];
const MAPS = ['standard', 'hz_spiral', 'arcade_maze'];

export async function fillJournal(path: string, games: number): Promise<void> {
  const journal = await SqlJournal.open(path);
  for (let game = 0; game < games; game += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, games - game) }, (_, index) => toEvents(game + index));
    await journal.write(batch.flat());
  }
  await journal.close();
}

/** Each filter of the page's list by itself, with a value that is frequent, and with one that is rare or unknown. */
export const SINGLE_FILTERS: Readonly<Record<string, Partial<GameQuery>>> = {
  'no filter': {},
  snake: { snake: '/snake-1' },
  'snake, unknown': { snake: '/none' },
  ruleset: { ruleset: 'wrapped' },
  map: { map: 'hz_spiral' },
  'result win': { result: 'win' },
  'result solo': { result: 'solo' },
  'result abandoned': { result: 'abandoned' },
  cause: { cause: 'wall-collision' },
  'cause, rare': { cause: 'hazard' },
  opponent: { opponent: 'Rival 7' },
  'opponent, rare': { opponent: 'Rare' },
  'opponent, unknown': { opponent: 'Nobody' },
  version: { version: '3' },
  experiment: { experiment: 'better' },
  since: { since: 50_000 },
  until: { until: 50_000 },
  imported: { imported: true },
};

/** Three turns of a game. */
function toEvents(number: number): JournalEvent[] {
  const kind = number % 4;
  const variant = number % 8 === 0 ? 'base' : 'candidate';
  const assignment = kind === 0 ? { assignment: { experiment: 'better', variant, split: 0.5 } as const } : {};
  const player = { ...assignment, version: String(number % 5) };
  const rival = number === 99 ? 'Rare' : `Rival ${number % 200}`;
  const [me, other] = DUEL.snakes!;
  const isAlone = number % 500 === 499;
  const board = {
    ...DUEL,
    ruleset: RULESETS[kind]!,
    map: MAPS[number % 3]!,
    snakes: isAlone ? [me!] : [me!, { ...other!, name: rival }],
  };
  const turns = [board, { ...board, turn: 1 }, { ...board, turn: 2 }];
  const result = (['win', 'loss', 'loss', 'draw'] as const)[Math.floor(number / 8) % 4]!;
  const events = gameEvents({
    game: `${number}`,
    at: number,
    snake: `/snake-${kind}`,
    player,
    turns,
    result,
    end: { ...board, turn: 3 },
  });
  return events.map((event) =>
    event.kind === 'ended' ? { ...event, outcome: outcomeOf(number, event.outcome) } : event,
  );
}

function outcomeOf<Outcome extends object>(number: number, outcome: Outcome) {
  if (number % 1000 === 0) return { result: 'abandoned' } as const;
  const cause = number === 77 ? 'hazard' : number % 2 === 0 ? 'wall-collision' : 'head-collision';
  return { ...outcome, cause } as const;
}
