/** Formats games of the journal for people: a table, and the words for a result. */
import { LOCAL_SOURCE, type GameList, type GameRow } from '../../views/game-rows.js';
import { formatCount } from '../../views/numbers.js';
import { formatCause, formatResult } from '../../views/words.js';
import type { ReportTotals } from '../../views/report-lines.js';
import { formatTable } from '../../terminal/format-table.js';

/** Why a game may be missing. */
export const WHERE_GAMES_COUNT =
  'Local games do not count here: serve a snake and play against its URL, or try "replay last".';
const HEADING = ['id', 'began', 'snake', 'result', 'against'];
/** Shown characters of an id: enough to find it among millions of games. */
const SHORT_ID = 8;

/** A table of the games, within `width` columns, and how to see the rest. */
export function formatGames({ games, next }: GameList, width: number): string {
  if (games.length === 0) return `No game matches. ${WHERE_GAMES_COUNT}`;
  const ids = [...new Set(games.map(({ game }) => game))];
  const entries = ids.map((id) => games.filter(({ game }) => game === id));
  const table = formatTable(HEADING, entries.flatMap(toRows), { width, wraps: [3, 4] });
  const shown = formatSeats({ games: entries.length, seats: games.length });
  const more = next === undefined ? shown : `Only the newest: ${shown}. Use --limit or a filter to see others`;
  return `${table}\n\n${more}.`;
}

/** A count of games, and of our snakes in them if they are more: `18 seats in 5 games`. */
export function formatSeats({ games, seats }: ReportTotals): string {
  return games === seats
    ? formatCount(games, 'game')
    : `${formatCount(seats, 'seat')} in ${formatCount(games, 'game')}`;
}

/** A game: a row for each of our snakes, the first with what they share. */
function toRows(seats: readonly GameRow[]): string[][] {
  return seats.map((seat, index) => [
    seat.id.slice(0, SHORT_ID),
    index === 0 ? formatMoment(seat.startedAt) : '',
    snakeOf(seat),
    [formatResult(seat), ...formatCause(seat)].join(', '),
    index === 0 ? formatOthers(seats) : '',
  ]);
}

/** The other snakes, which all of ours have met. */
function formatOthers(seats: readonly GameRow[]): string {
  const [{ opponents, snakes }] = seats as [GameRow];
  if (seats.length > 1 && seats.length >= snakes) return 'each other';
  const others = opponents.filter((name) => seats.every((seat) => seat.opponents.includes(name)));
  return others.length === 0 ? '–' : others.join(', ');
}

/** The snake, its side of an experiment, and whether the game was imported, or a test that no statistics count. */
function snakeOf({ snake, variant, imported, source }: GameRow): string {
  if (imported !== undefined) return `${snake} (imported)`;
  if (source === LOCAL_SOURCE) return `${snake} (test)`;
  return variant === undefined ? snake : `${snake} (${variant})`;
}

/** In local time, without the year: `11-21 20:59`. */
function formatMoment(at: number): string {
  const date = new Date(at);
  const [month, day, hours, minutes] = [date.getMonth() + 1, date.getDate(), date.getHours(), date.getMinutes()].map(
    (part) => String(part).padStart(2, '0'),
  );
  return `${month}-${day} ${hours}:${minutes}`;
}
