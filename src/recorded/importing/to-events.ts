/** Turns the row of a game that was read into events of the journal. Called by imports. */
import type { GameOutcome } from '../../inference/game-outcome.js';
import type { JournalEvent, StrategyFacts } from '../../journal/journal-event.js';
import { ELIMINATION_CAUSES } from '../../rules/types.js';
import type { FullGameRow } from '../../views/game-rows.js';
import { parseRequest } from '../../wire/reader.js';
import { SourceError } from './game-boards.js';

const UNKNOWN_STRATEGY: StrategyFacts = { strategy: '', hash: '', version: '', options: {} };

/** The events of a game of `snake`, a prefix. Throws a {@link SourceError} if it has no turn. */
export function toEvents({ list, end, ...row }: FullGameRow, snake: string): JournalEvent[] {
  const ref = { snake, game: row.game, you: row.you };
  const [first] = list;
  if (first === undefined) throw new SourceError('has no turn of this snake');
  const turns = list.map(({ turn, at, body, answer }, index): JournalEvent => {
    const before = list[index - 1];
    const last = before?.turn === turn - 1 ? before.feedback : undefined;
    return { kind: 'turn', ...ref, body, facts: { turn, at, answer, ...(last && { last }) } };
  });
  return [
    { kind: 'began', ...ref, at: row.startedAt, body: first.body, player: UNKNOWN_STRATEGY, imported: row.imported },
    ...turns,
    { kind: 'ended', ...ref, at: row.startedAt, body: end, outcome: outcomeOf(row, list.at(-1)!.body) },
  ];
}

/** The row has the name of the killer, the event its id. */
function outcomeOf(
  { result, turns, died, rank, cause, killer, you }: Omit<FullGameRow, 'list'>,
  last: string,
): GameOutcome {
  const named = parseRequest(last).board.snakes.filter(({ name }) => name === killer);
  const by = named.find(({ id }) => id !== you) ?? named[0];
  const known = ELIMINATION_CAUSES.find((each) => each === cause);
  return {
    result: result === 'solo' ? (died === undefined ? 'win' : 'draw') : result!,
    turns,
    ...(died !== undefined && { died }),
    ...(rank !== undefined && { place: rank }),
    ...(known && { cause: known }),
    ...(by && { killer: by.id }),
  };
}
