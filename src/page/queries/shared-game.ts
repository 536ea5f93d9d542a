/** A game as strangers may see it, and what other sites show of its link. Run in the reading processes. */
import type { Query } from '../../journal/journal.js';
import type { FullGameRow } from '../../views/game-rows.js';
import type { SharedGameView, TurnView } from '../../views/game.js';
import { formatMany } from '../../views/numbers.js';
import { describePlace } from '../../views/words.js';
import type { ShareCard } from '../shares/shares.js';
import { AUTOPSY_TURNS, ofGame, showAutopsy, toGamePiece } from './game-queries.js';

export const sharedGameQuery: Query<string, SharedGameView | undefined> = {
  name: 'sharedGame',
  isLong: true,
  run: (source, id) => ofGame(source, id, toSharedGame),
};

export const shareCardQuery: Query<string, ShareCard | undefined> = {
  name: 'shareCard',
  isLong: true,
  run: (source, id) => ofGame(source, id, toCard),
};

/** Names what is shown: what a later release adds to a game is not shared by accident. */
function toSharedGame(game: FullGameRow): SharedGameView {
  const all = readTurns(game);
  const { timeout } = toGamePiece(game, Infinity);
  const { you, startedAt, endedAt, ruleset, map, width, height, snakes, turns, result, rank, died, cause, killer } =
    game;
  const autopsy = cause === undefined ? undefined : showAutopsy(game, AUTOPSY_TURNS);
  return {
    game: {
      ...{ id: '', game: '', source: '', strategy: '', version: '', opponents: [] },
      ...{ moved: 0, late: 0, failed: 0, illegal: 0, lost: 0 },
      snake: nameOf(game, all),
      ...{ you, startedAt, ruleset, map, width, height, snakes, turns },
      ...(endedAt !== undefined && { endedAt }),
      ...(result !== undefined && { result }),
      ...(rank !== undefined && { rank }),
      ...(died !== undefined && { died }),
      ...(cause !== undefined && { cause }),
      ...(killer !== undefined && { killer }),
    },
    timeout,
    turns: all.map(({ turn, board, answer, isFinal, analysis }) => ({
      turn,
      board: { ...board, snakes: board.snakes.map(({ latency: _, ...snake }) => snake) },
      ...(answer?.move && { answer: { move: answer.move, kind: 'seen', source: 'unknown' } }),
      ...(isFinal && { isFinal }),
      ...(analysis && { analysis }),
    })),
    ...(autopsy?.refusal === undefined && autopsy && { autopsy }),
  };
}

function readTurns(game: FullGameRow): TurnView[] {
  const turns: TurnView[] = [];
  for (let isWhole = false; !isWhole;) {
    const piece = toGamePiece(game, (turns.at(-1)?.turn ?? -1) + 1);
    turns.push(...piece.turns);
    isWhole = piece.isWhole !== false;
  }
  return turns;
}

/** As its engine calls it: how it is mounted here is nobody's business. */
function nameOf({ you }: FullGameRow, turns: readonly TurnView[]): string {
  return turns.at(-1)?.board.snakes.find(({ id }) => id === you)?.name || 'A snake';
}

async function toCard(game: FullGameRow): Promise<ShareCard> {
  const turns = readTurns(game);
  const { ruleset, width, height, turns: count } = game;
  const title = `${nameOf(game, turns)}: ${describePlace(game).word}, ${formatMany(count, 'turn')}`;
  const last = turns.at(-1);
  const names = last?.board.snakes.map(({ name }) => name) ?? [];
  const about = `${ruleset}, ${width}×${height}: ${names.join(', ')}`;
  // The host knows these queries by name; only the reading process draws.
  const { drawPicture } = await import('./share-picture.js');
  const picture = last && (await drawPicture(title, last));
  return { title, about, ...(picture !== undefined && { picture }) };
}
