/** The summary of `play`: who won, how each of the others died, and who never answered. */
import stringWidth from 'string-width';
import { describeDeath } from '../../rules/describe-death.js';
import { padColumns } from '../../terminal/format-table.js';
import { formatCount } from '../../views/numbers.js';
import type { Participant } from '../game/play-options.js';
import type { EngineResult, WatcherTurn, Watcher } from '../game/watcher.js';
import type { Seat } from '../../rules/types.js';
import type { Reply } from '../game/arena-snake.js';

/** One line for the verdict, one for each snake that died, one for each that survived without winning. */
export function formatGameResult(result: EngineResult, participants: readonly Participant[]): string[] {
  const names = participants.map(({ name }) => name);
  const width = Math.max(0, ...names.map((name) => stringWidth(name)));
  const survivors = result.survivors.filter((seat) => !result.winners.includes(seat));
  return [
    `${formatOutcome(result, participants)} after ${formatCount(result.turns, 'turn')}${formatAlive(result, names)}.`,
    ...result.deaths.map((death) => `  ${padColumns(death.name, width)}  ${describeDeath(death, names[death.by])}`),
    ...(isCutOff(result) ? [] : survivors.map((seat) => `  ${padColumns(names[seat]!, width)}  alive`)),
  ];
}

/** Whether the game ended without a winner and with living snakes. */
function isCutOff({ isStopped, winners, survivors }: EngineResult): boolean {
  return isStopped || (winners.length === 0 && survivors.length > 0);
}

function formatAlive(result: EngineResult, names: readonly string[]): string {
  if (!isCutOff(result) || result.survivors.length === 0) return '';
  return `; alive: ${result.survivors.map((seat) => names[seat]!).join(', ')}`;
}

function formatOutcome(result: EngineResult, participants: readonly Participant[]): string {
  const { winners, isDraw } = result;
  if (isCutOff(result)) return 'Stopped';
  if (isDraw) return 'A draw';
  const [winner] = winners.map((seat) => participants[seat]!);
  if (winner === undefined) return 'The game is over';
  return winner.squad ? `Squad "${winner.squad}" wins` : `${winner.name} wins`;
}

/** Why a snake did not answer a turn itself, for the summary. */
type Missing = NonNullable<Reply['failure']> | 'returned nothing' | 'no move';

interface SeatCount {
  asked: number;
  /** Turns on which not even an earlier proposal was played. */
  absent: number;
  /** Whether the host's safe move replaced it; otherwise the engine repeated its last move. */
  isLocal: boolean;
  readonly missing: Map<Missing, number>;
}

/**
 * A watcher that counts by seat and by kind. A strategy may leave single turns to the host by returning nothing; that
 * is only reported if it does so on every turn.
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

  /** The seats of snakes that never answered themselves. */
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
