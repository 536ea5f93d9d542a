/** All that a game's page knows of its game, from the journal and from the live stream. Without a browser. */
import type { GameView, GamePieceView, TurnView } from '../../api/game.js';
import type { GameEndView, LiveTurnView } from '../../api/live.js';
import { addStreamed, withTurns } from './frames.js';

export interface GameData {
  readonly row: GameView;
  readonly timeout: number;
  readonly turns: readonly TurnView[];
  readonly end?: NonNullable<GamePieceView['end']> | undefined;
  /** Whether the journal has given all turns that it has. */
  readonly isWhole: boolean;
  /** Whether the host has said how it ended: what only the stream has said may lack turns. */
  readonly isFinal: boolean;
}

export type GameNews =
  | { readonly kind: 'piece'; readonly piece: GamePieceView }
  | { readonly kind: 'turn'; readonly turn: LiveTurnView }
  | { readonly kind: 'ended'; readonly ending: GameEndView };

/** What is known after some news. News of a game of which nothing is known yet are dropped. */
export function takeGameNews(data: GameData | undefined, news: GameNews): GameData | undefined {
  switch (news.kind) {
    case 'piece':
      return withPiece(data, news.piece);
    case 'turn':
      return data && { ...data, turns: addStreamed(data.turns, news.turn) };
    case 'ended':
      return data && withEnding(data, news.ending);
  }
}

/** What the journal says of a turn counts more than what the live stream has said. */
function withPiece(data: GameData | undefined, { game, timeout, turns, next, end }: GamePieceView): GameData {
  return {
    row: game,
    timeout,
    turns: withTurns(data?.turns ?? [], turns),
    end: end ?? data?.end,
    isWhole: next === undefined,
    isFinal: game.endedAt !== undefined,
  };
}

function withEnding(data: GameData, { at, turns, final, ...facts }: GameEndView): GameData {
  const count = turns ?? data.turns.at(-1)?.turn ?? 0;
  return { ...data, row: { ...data.row, ...facts, endedAt: at, turns: count }, end: final ?? data.end };
}

/** The turn from which the journal should be asked again, because the stream has left some out; else `undefined`. */
export function findGap({ turns, isWhole }: GameData): number | undefined {
  if (!isWhole) return undefined;
  const at = turns.findIndex(({ turn }, index) => index > 0 && turn > turns[index - 1]!.turn + 1);
  const isLate = (turns[0]?.turn ?? 0) > 0;
  return isLate ? 0 : at < 0 ? undefined : turns[at - 1]!.turn + 1;
}
