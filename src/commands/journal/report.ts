/** `serpentarium report`: the results of the snakes in the journal. */
import { whole } from '../arguments.js';
import { defineCommand } from '../define-command.js';
import { flag, JSON_FLAG } from '../flags.js';
import { readConfig } from '../../config/read-config.js';
import { print, printJson } from '../../terminal/print.js';
import { linksOf, type HostLinks } from '../game-links.js';
import { FILTER_FLAGS, readFilter } from './filter-flags.js';
import { adminPortQuery } from '../../journal/journal.js';
import { openJournal, withJournal } from '../../journal/open-journal.js';
import type { GameRow } from '../../views/game-rows.js';
import { describeCause } from '../../rules/describe-death.js';
import { printable } from '../../terminal/printable.js';
import { formatResult } from '../../views/words.js';
import { formatSeats, WHERE_GAMES_COUNT } from './format-games.js';
import { LATE_CAUSES } from '../../wire/responses.js';
import type { LateLine, OpponentLine, RatingLine, Report, ReportLine } from '../../views/report-lines.js';
import {
  formatExperiment,
  formatShadow,
  formatInterval,
  formatTimes,
  METHOD,
} from '../../journal/report/format-experiments.js';
import { formatCount, formatSigned } from '../../views/numbers.js';
import { formatTable, terminalWidth, wrapText } from '../../terminal/format-table.js';

/** The newest games, listed with links to the page. */
const LISTED = 3;

export default defineCommand({
  flags: [...FILTER_FLAGS, flag('--limit <N>', 'only the newest N of these games', whole(1, 1_000_000)), JSON_FLAG],
  exits: { 0: 'shown', 2: 'wrong usage' },
  examples: ['report', 'report --since 7d --prefix /first'],
  async run({ flags: { limit, json, ...flags } }) {
    await withJournal(openJournal, flags.config, async (journal) => {
      const filter = readFilter(flags, await journal.listNames());
      const report = await journal.report({ ...filter, newest: limit });
      if (json) printJson(report, 2);
      else {
        print(formatReport(report, terminalWidth()));
        const { games } = await journal.listGames({ ...filter, limit: LISTED });
        const running = await journal.ask(adminPortQuery, undefined);
        const links = linksOf(readConfig(flags.config, process.env).config, running);
        if (links !== undefined && games.length > 0) print(`\n${formatNewest(games, links)}`);
      }
    });
  },
});

/** A line for each game, newest first: players, result, link. */
export function formatNewest(games: readonly GameRow[], { page }: Pick<HostLinks, 'page'>): string {
  const lines = games.map((game) => `  ${printable(`${game.snake} ${formatResult(game)}`)}: ${page(game.id)}`);
  return ['Newest games, while the host runs:', ...lines].join('\n');
}

const HEADING = ['snake', 'games', 'won', 'win rate', 'score', 'turns', 'lost', 'late', 'took', 'latency'];
const OPPONENT_HEADING = ['snake', 'against', 'games', 'won', 'win rate', 'score'];
/** Most shown opponents of each snake: the most frequent ones. */
const MAX_OPPONENTS = 5;
/** Widest readable paragraph, in columns. */
const MAX_PARAGRAPH = 100;

/**
 * A table of the snakes, causes of death, opponents, a paragraph for each experiment, and a legend; all within `width`
 * columns.
 */
export function formatReport(
  { totals, local, lines, verdicts, shadows, late, opponents, ratings }: Report,
  width: number,
): string {
  const omitted = local === 0 ? '' : ` (${formatCount(local, 'test game')} not counted: doctor, Play a game)`;
  if (lines.length === 0) return `No finished game of a served snake matches${omitted}. ${WHERE_GAMES_COUNT}`;
  const hasSolo = lines.some(({ solo }) => solo > 0);
  const heading = hasSolo ? HEADING.toSpliced(3, 0, 'solo') : HEADING;
  const tables = [
    `${formatSeats(totals)}${omitted}:`,
    formatTable(
      heading,
      lines.map((line) => toRow(line, hasSolo)),
      { width },
    ),
    formatCauses(lines, width),
    formatLate(late, width),
    formatOpponents(opponents, width),
    formatRatings(ratings, width),
  ];
  const experiments = [...verdicts.map(formatExperiment), ...shadows.map(formatShadow)];
  const paragraphs = [...experiments, ...(verdicts.length === 0 ? [] : [METHOD]), LEGEND];
  const wrapped = paragraphs.map((paragraph) => {
    const parts = paragraph.split('\n').flatMap((part) => wrapText(part, Math.min(width, MAX_PARAGRAPH)));
    return parts.join('\n');
  });
  return [...tables.filter((table) => table !== ''), ...wrapped].join('\n\n');
}

/** The platform's ratings of each version; empty without ratings. */
function formatRatings(ratings: readonly RatingLine[], width: number): string {
  const rows = ratings.map(({ snake, version, leaderboard, score, before, rank, games, to }) => [
    [snake, version].filter(Boolean).join(' '),
    leaderboard,
    score.toFixed(1),
    before === undefined ? '' : formatSigned(score - before, 1),
    rank === undefined ? '' : String(rank),
    String(games),
    new Date(to).toISOString().slice(0, 10),
  ]);
  if (rows.length === 0) return '';
  return formatTable(['snake', 'leaderboard', 'rating', 'change', 'rank', 'games', 'asked'], rows, {
    width,
    wraps: [1],
  });
}

const LEGEND =
  'won: won/drawn/lost/abandoned, and /unknown if there are any; win rate with its 95 % interval; score: 1 first, ' +
  '0 last; turns: mean length; lost: answers that the engine did not use, and +N? that it probably did not use: the ' +
  'snake kept its direction, as without an answer, and the engine reports a timeout; late: fallback moves (late, failed ' +
  'or illegal); took and latency: p50 and p99 in ms.';

function toRow(line: ReportLine, hasSolo: boolean): string[] {
  const { score, length, answers, late, failed, illegal, lost, unlikely } = line;
  return [
    labelOf(line),
    String(line.games),
    formatResults(line),
    ...(hasSolo ? [String(line.solo)] : []),
    line.winRate === undefined ? '' : formatInterval(line.winRate),
    score === undefined ? '' : score.toFixed(3),
    length.toFixed(0),
    `${lost}${unlikely > 0 ? `+${unlikely}?` : ''}/${answers}`,
    String(late + failed + illegal),
    formatTimes(line.took),
    formatTimes(line.latency),
  ];
}

function formatResults(line: Pick<ReportLine, 'wins' | 'draws' | 'losses' | 'abandoned' | 'unknown'>) {
  const { wins, draws, losses, abandoned, unknown } = line;
  return [wins, draws, losses, abandoned, ...(unknown > 0 ? [unknown] : [])].join('/');
}

/** The label of a line: the snake, its side of an experiment, and the strategy's version, code and options. */
function labelOf({ snake, experiment, variant, strategy, version, hash, options }: ReportLine): string {
  // The strategy of an imported game is unknown.
  if (strategy === '') return `${snake} (imported)`;
  const side = experiment === '' ? '' : `${experiment}: ${variant}`;
  const chosen = Object.keys(options).length === 0 ? '' : JSON.stringify(options);
  return [snake, side, version, hash.slice(0, 7), chosen].filter((part) => part !== '').join(' ');
}

function formatCauses(lines: readonly ReportLine[], width: number): string {
  const rows = lines.flatMap((line) => {
    const causes = Object.entries(line.causes).map(([cause, times]) => `${describeCause(cause)} ${times}`);
    return causes.length === 0 ? [] : [[labelOf(line), causes.join(', ')]];
  });
  return rows.length === 0 ? '' : formatTable(['snake', 'deaths'], rows, { width, wraps: [0, 1] });
}

/** The causes of late answers; empty if there were none. */
function formatLate(late: readonly LateLine[], width: number): string {
  const rows = late.map(({ snake, games, causes }) => {
    const counts = LATE_CAUSES.filter((cause) => causes[cause] > 0).map((cause) => `${cause} ${causes[cause]}`);
    return [snake, counts.join(', '), String(games)];
  });
  return rows.length === 0 ? '' : formatTable(['snake', 'late because of', 'in games'], rows, { width, wraps: [0, 1] });
}

/** Empty if all games were solo. */
function formatOpponents(opponents: readonly OpponentLine[], width: number): string {
  const met = new Map<string, number>();
  const rows = opponents.flatMap((line) => {
    const rank = (met.get(line.snake) ?? 0) + 1;
    met.set(line.snake, rank);
    if (rank > MAX_OPPONENTS) return [];
    const { snake, opponent, games, winRate, score } = line;
    const share = winRate === undefined ? '' : formatInterval(winRate);
    return [[snake, opponent, String(games), formatResults(line), share, score === undefined ? '' : score.toFixed(3)]];
  });
  if (rows.length === 0) return '';
  const more = [...met.values()].some((count) => count > MAX_OPPONENTS);
  const table = formatTable(OPPONENT_HEADING, rows, { width, wraps: [0, 1] });
  return more
    ? `${table}\nThe ${MAX_OPPONENTS} opponents that each snake met most often; --json has all of them.`
    : table;
}
