/** Formats a report for people. Called by `report`. */
import type { OpponentLine, Report, ReportLine } from '../../journal/report/report-lines.js';
import { formatExperiment } from '../../journal/report/format-experiment.js';
import { formatShadow, formatInterval, formatTimes } from '../../journal/report/format-shadow.js';
import { formatTable } from '../../terminal/format-table.js';
import { wrapText } from '../../terminal/wrap-text.js';

const HEADING = ['snake', 'games', 'won', 'win rate', 'score', 'turns', 'lost', 'late', 'took', 'latency'];
const OPPONENT_HEADING = ['snake', 'against', 'games', 'won', 'win rate', 'score'];
/** Opponents shown of each snake: those that it met most often. */
const MAX_OPPONENTS = 5;
/** Widest paragraph that reads well, in columns. */
const MAX_PARAGRAPH = 100;

/**
 * A table of the snakes, what they died of, their opponents, a paragraph for each experiment, and a legend; all within
 * `width` columns.
 */
export function formatReport({ lines, verdicts, shadows, opponents }: Report, width: number): string {
  if (lines.length === 0) return 'No finished game matches.';
  const hasSolo = lines.some(({ solo }) => solo > 0);
  const heading = hasSolo ? HEADING.toSpliced(3, 0, 'solo') : HEADING;
  const tables = [
    formatTable(
      heading,
      lines.map((line) => toRow(line, hasSolo)),
      { width },
    ),
    formatCauses(lines, width),
    formatOpponents(opponents, width),
  ];
  const paragraphs = [...verdicts.map(formatExperiment), ...shadows.map(formatShadow), LEGEND];
  const wrapped = paragraphs.map((paragraph) => wrapText(paragraph, Math.min(width, MAX_PARAGRAPH)).join('\n'));
  return [...tables.filter((table) => table !== ''), ...wrapped].join('\n\n');
}

const LEGEND =
  'won: won/drawn/lost/abandoned; win rate with its 95 % interval; score: 1 first, 0 last; turns: mean length; lost: ' +
  'answers that the engine did not use; late: late, failed or illegal; took and latency: median and 99th percentile in ms.';

function toRow(line: ReportLine, hasSolo: boolean): string[] {
  const { score, length, answers, late, failed, illegal, lost } = line;
  return [
    labelOf(line),
    String(line.games),
    formatResults(line),
    ...(hasSolo ? [String(line.solo)] : []),
    line.winRate === undefined ? '' : formatInterval(line.winRate),
    score === undefined ? '' : score.toFixed(3),
    length.toFixed(0),
    `${lost}/${answers}`,
    String(late + failed + illegal),
    formatTimes(line.took),
    formatTimes(line.latency),
  ];
}

function formatResults({
  wins,
  draws,
  losses,
  abandoned,
}: Pick<ReportLine, 'wins' | 'draws' | 'losses' | 'abandoned'>) {
  return [wins, draws, losses, abandoned].join('/');
}

/** What tells a line apart: the snake, its side of an experiment, and the author's version, code and options. */
function labelOf({ snake, experiment, variant, strategy, version, hash, options }: ReportLine): string {
  // Nobody knows the strategy of an imported game.
  if (strategy === '') return `${snake} (imported)`;
  const side = experiment === '' ? '' : `${experiment}: ${variant}`;
  const chosen = Object.keys(options).length === 0 ? '' : JSON.stringify(options);
  return [snake, side, version, hash.slice(0, 7), chosen].filter((part) => part !== '').join(' ');
}

function formatCauses(lines: readonly ReportLine[], width: number): string {
  const rows = lines.flatMap((line) => {
    const causes = Object.entries(line.causes).map(([cause, times]) => `${cause} ${times}`);
    return causes.length === 0 ? [] : [[labelOf(line), causes.join(', ')]];
  });
  return rows.length === 0 ? '' : formatTable(['snake', 'died of'], rows, { width, wraps: [0, 1] });
}

/** Empty if all snakes played alone. */
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
