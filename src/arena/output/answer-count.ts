/** Counts the turns that the snakes of a game did not answer themselves. Called by `play`, for the end of the game. */
import { formatCount } from '../../terminal/format-numbers.js';
import type { Seat } from '../../rules/types.js';
import type { Reply } from '../game/arena-snake.js';
import type { WatcherTurn, Watcher } from '../game/watcher.js';

/** Why a snake did not answer a turn itself, in the words of the summary. */
type Missing = NonNullable<Reply['failure']> | 'returned nothing' | 'no move';

interface SeatCount {
  asked: number;
  /** Turns on which nothing that the snake said was played, not even an earlier proposal. */
  absent: number;
  /** Whether the host's safe move played for it; otherwise the engine repeated its last move. */
  isLocal: boolean;
  readonly missing: Map<Missing, number>;
}

/**
 * A watcher that counts by seat and by kind. A strategy may leave single turns to the host by returning nothing; only
 * if it does so on every turn is that worth a line.
 */
export class AnswerCount implements Watcher {
  readonly #seats = new Map<Seat, SeatCount>();

  played({ replies }: WatcherTurn): void {
    replies.forEach((reply, seat) => {
      if (reply === undefined) return;
      const count = this.#seats.get(seat) ?? { asked: 0, absent: 0, isLocal: false, missing: new Map() };
      this.#seats.set(seat, count);
      addReply(count, reply);
    });
  }

  /** The seats of the snakes that were asked and never answered themselves. */
  get absentSeats(): Seat[] {
    return [...this.#seats].flatMap(([seat, { asked, absent }]) => (asked === absent ? [seat] : []));
  }

  /** A sentence for each snake that did not answer all turns itself. `names` are by seat. */
  lines(names: readonly string[]): string[] {
    return [...this.#seats]
      .toSorted(([a], [b]) => a - b)
      .flatMap(([seat, count]) => {
        const sentence = describe(count);
        return sentence === undefined ? [] : [`${names[seat]} ${sentence}`];
      });
  }
}

function addReply(count: SeatCount, reply: Reply): void {
  count.asked++;
  const kind = missingOf(reply);
  if (kind === undefined) return;
  count.isLocal ||= reply.move !== undefined;
  if (reply.fallback !== 'proposed') count.absent++;
  count.missing.set(kind, (count.missing.get(kind) ?? 0) + 1);
}

function missingOf({ move, failure, isDelegated }: Reply): Missing | undefined {
  if (move === undefined) return 'no move';
  return failure ?? (isDelegated ? 'returned nothing' : undefined);
}

function describe({ asked, absent, isLocal, missing }: SeatCount): string | undefined {
  const isAbsent = absent === asked;
  const kinds = [...missing].filter(([kind]) => isAbsent || kind !== 'returned nothing');
  if (kinds.length === 0) return undefined;
  const total = kinds.reduce((sum, [, times]) => sum + times, 0);
  const list = kinds.map(([kind, times]) => `${kind} ${times}`).join(', ');
  const turns = formatCount(asked, 'turn');
  if (!isAbsent) return `did not answer ${total} of ${turns} itself (${list}).`;
  const stand = isLocal ? 'the safe move played for it' : 'the engine repeated its last move';
  return `answered none of ${turns} itself (${list}): ${stand}.`;
}
