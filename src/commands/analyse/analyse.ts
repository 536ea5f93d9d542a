/** `serpentarium analyse`: searches every turn of a game, and shows which moves gave most away. */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { messageOf, usageFault } from '../../errors.js';
import { ANALYSED_NODES, rankMoves } from '../../inference/analyse-game.js';
import { formatWorth, gradeTurn, sumAnalysis, type GameAnalysis, type TurnAnalysis } from '../../inference/analysis.js';
import type { AskedGame } from '../../inference/asked-game.js';
import type { GameRow } from '../../journal/game-rows.js';
import type { SqlJournal } from '../../journal/sql-journal.js';
import { replayGame } from '../../inference/replay-game.js';
import { availableCores } from '../../processes/machine.js';
import { formatCount } from '../../terminal/format-numbers.js';
import { formatTable } from '../../terminal/format-table.js';
import { print, printError, printJson } from '../../terminal/print.js';
import { terminalWidth } from '../../terminal/wrap-text.js';
import { version } from '../../version.js';
import { whole } from '../arguments.js';
import { EXIT } from '../exit-codes.js';
import { formatTimeLeft, showProgress } from '../../terminal/progress.js';
import { openJournalToImport } from '../journal/open-journal.js';
import { readPosition } from '../replay/game-file.js';
import { addGamesFlags, findChosenGames, type GamesFlags, type ChosenGame } from '../replay/chosen-games.js';
import { analyseInThreads } from './analyse-in-threads.js';
import { formatArrows, formatGameAnalysis } from './format-analysis.js';

const MAX_NODES = 100_000_000;

interface AnalyseFlags extends GamesFlags {
  readonly nodes: number;
  readonly concurrency?: number;
  readonly json?: true;
}

export function addAnalyseCommand(program: Command): void {
  const command = program
    .command('analyse')
    .argument(
      '[GAME|POSITION]',
      'a game of the journal, by its id or the engine’s; "last"; a file of "play -o"; a position of "replay --fixture" or "rethink --fixtures", or the body of a request; or give --lost',
    );
  addGamesFlags(command)
    .option('--nodes <N>', 'positions to search for each score', whole(1, MAX_NODES), ANALYSED_NODES)
    .option('--concurrency <NUMBER>', 'turns to search at once (default: the number of cores)', whole(1, 1024))
    .option('--json', 'print JSON')
    .action(analyse);
}

async function analyse(word: string | undefined, flags: AnalyseFlags): Promise<void> {
  const isFile = word !== undefined && flags.lost !== true && existsSync(word);
  const position = isFile ? readPosition(word) : undefined;
  if (position !== undefined) return analysePosition(position, flags);
  const games = await findChosenGames('analyse', word, flags);
  const live = games.find(({ row }) => row !== undefined && row.endedAt === undefined);
  if (live !== undefined) throw usageFault(word!, live.refusal);
  const results = [];
  // A journal that cannot be written says so before the search.
  const isToKeep = (game: ChosenGame) => game.row !== undefined && findAnalysis(game, flags.nodes) === undefined;
  const journal = games.some(isToKeep) ? await openJournalToImport(flags.config) : undefined;
  try {
    for (const game of games) {
      const kept = findAnalysis(game, flags.nodes);
      const analysis = kept ?? (await searchGame(game.game, flags));
      const { id, snake, ending, row } = game;
      if (!flags.json) print(formatGameAnalysis(`${id}: ${snake} ${ending}`, analysis, terminalWidth()));
      const turns = analysis.turns.map((turn) => ({ ...turn, ...gradeTurn(turn) }));
      results.push({ id, snake, ...sumAnalysis(analysis), ...analysis, turns });
      if (kept === undefined && row !== undefined) await keepAnalysis(journal!, row, analysis);
    }
  } finally {
    await journal?.close();
  }
  if (flags.json) printJson(results, 2);
  else if (games.length === 0) print('No lost game matches.');
}

/** What the journal has, if the same search would only find it again. */
function findAnalysis({ row, game }: ChosenGame, nodes: number): GameAnalysis | undefined {
  const kept = row?.analysis;
  const isSame = kept?.nodes === nodes && kept.version === version && kept.turns.length === game.list.length;
  return isSame ? kept : undefined;
}

/** Keeps an analysis. If that cannot be, it says so: what was found is shown all the same. */
async function keepAnalysis(journal: SqlJournal, row: GameRow, analysis: GameAnalysis): Promise<void> {
  try {
    await journal.keepAnalysis(row, analysis);
  } catch (thrown) {
    printError(`the analysis of ${row.id} is not kept: ${messageOf(thrown)}`);
    process.exitCode = EXIT.failed;
  }
}

/** Shows how far it is on standard error. */
async function searchGame(
  game: AskedGame,
  { nodes, concurrency = availableCores() }: AnalyseFlags,
): Promise<GameAnalysis> {
  const turns: TurnAnalysis[] = [];
  const total = game.list.length;
  const done = () => turns.length;
  const hideProgress = showProgress({
    output: process.stderr,
    done,
    format: (rate) => `${done()} of ${formatCount(total, 'turn')}, ${formatTimeLeft(total - done(), rate)}`,
  });
  try {
    await analyseInThreads(game, nodes, concurrency, (turn) => turns.push(turn));
  } finally {
    hideProgress();
  }
  return { version, nodes, at: Date.now(), turns: turns.sort((one, other) => one.turn - other.turn) };
}

/** Every move of one position, the best first. */
function analysePosition(text: string, { nodes, json }: AnalyseFlags): void {
  const { position, seat, request } = replayGame([text]).next().value!;
  const moves = rankMoves(position, seat, nodes).sort((one, other) => other.score - one.score);
  if (json) return printJson({ turn: request.turn, nodes, moves }, 2);
  const rows = moves.map(({ move, score, depth, line }) => {
    return [move, formatWorth(score), String(depth), formatArrows(line)];
  });
  print(formatTable(['move', 'worth', 'depth', 'line'], rows, { width: terminalWidth(), wraps: [3] }));
}
