/**
 * `serpentarium import`: imports games from engines, the platform and files into the journal, as one snake saw them.
 */
import { existsSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { prefixProblem } from '../../config/prefixes.js';
import { EXIT, formatFault, messageOf, UsageError } from '../../errors/errors.js';
import { chooseSeat, toPrefix } from '../../recorded/importing/choose-seat.js';
import { loadRows } from '../../recorded/importing/load-game.js';
import { DEFAULT_ENGINE, locateGame } from '../../recorded/importing/locate-game.js';
import { SourceError } from '../../recorded/importing/game-boards.js';
import { toEvents } from '../../recorded/importing/to-events.js';
import { readGameFile } from '../../recorded/read-game-file.js';
import type { FullGameRow, GameRow } from '../../views/game-rows.js';
import type { SqlJournal } from '../../journal/sql-journal.js';
import { isUnavailable } from '../../journal/is-unavailable.js';
import type { ImportState } from '../../journal/store/write-events.js';
import { MAX_SIDE } from '../../rules/types.js';
import { parseRequest } from '../../wire/reader.js';
import { formatCount } from '../../views/numbers.js';
import { print, printError, printJson } from '../../terminal/print.js';
import { printable } from '../../terminal/printable.js';
import { whole, baseUrl } from '../arguments.js';
import { defineCommand } from '../define-command.js';
import { argument, configFlag, flag, JSON_FLAG, type ValuesOf } from '../flags.js';
import { formatCause, formatResult } from '../../views/words.js';
import { openJournalToImport } from '../../journal/open-journal.js';

const FLAGS = [
  flag('--you <NAME>', 'whose perspective: a name, its beginning, or an id'),
  flag('--prefix <PREFIX>', 'store them as games of this snake (default: a prefix made from its name)', readPrefix),
  flag('--engine <BASE>', 'the engine for bare ids: BASE/games/ID', baseUrl, DEFAULT_ENGINE),
  configFlag('the configuration that names the journal'),
  flag('-W, --width <CELLS>', 'width of the board, if the source lacks it', whole(1, MAX_SIDE)),
  flag('-H, --height <CELLS>', 'height of the board, if the source lacks it', whole(1, MAX_SIDE)),
  flag('-g, --gametype <RULESET>', 'the ruleset, or the platform’s type of game, if the source lacks it'),
  flag('-m, --map <MAP>', 'the map, if the source lacks it'),
  JSON_FLAG,
];

type ImportFlags = ValuesOf<typeof FLAGS>;

export default defineCommand({
  arguments: [
    argument('<GAME...>', 'URLs or ids of games, links of the viewer, or files of frames, recordings or requests'),
  ],
  flags: FLAGS,
  exits: { 0: 'all games imported', 1: 'a game was not', 2: 'wrong usage' },
  examples: ['import https://arena.battlesnake.com/games/ID --you first', 'import games/first.jsonl'],
  run: ({ words: [games], flags }) => importGames(games, flags),
});

interface Imported {
  readonly game: GameRow;
  readonly state: ImportState;
  readonly from: string;
  readonly turns: number;
  /** The turns without a known step, for people; empty if there are none. */
  readonly missing: string;
}

async function importGames(words: readonly string[], flags: ImportFlags): Promise<void> {
  const journal = await openJournalToImport(flags.config);
  const imported: Imported[] = [];
  try {
    for (const word of words) {
      const one = await importOne(word, flags, journal);
      if (one === undefined) continue;
      imported.push(one);
      if (!flags.json) print(formatImported(one));
    }
  } finally {
    await journal.close();
  }
  if (flags.json) printJson(imported, 2);
  process.exitCode = imported.length === words.length ? EXIT.ok : EXIT.failed;
}

/** Imports one game. If that fails, prints the reason and returns `undefined`: later games are still imported. */
async function importOne(word: string, flags: ImportFlags, journal: SqlJournal): Promise<Imported | undefined> {
  try {
    const seats = existsSync(word) ? readGameFile(word, flags) : await loadRows(locateGame(word, flags.engine), flags);
    const row = chooseSeat(seats, flags.you);
    const events = toEvents(row, flags.prefix ?? toPrefix(row.snake || row.you));
    const { id, state } = await journal.importGame(events);
    const game = (await journal.findIds(id)).find((kept) => kept.id === id);
    const turns = events.filter(({ kind }) => kind === 'turn').length;
    return { game: game!, state, from: row.imported!.from, turns, missing: formatMissing(row) };
  } catch (thrown) {
    printError(explain(word, thrown));
    return undefined;
  }
}

function explain(word: string, thrown: unknown): string {
  if (thrown instanceof UsageError) return thrown.message;
  if (thrown instanceof SourceError)
    return formatFault({ source: word, message: thrown.message.replace(/[^.?]$/, '$&.') });
  if (isUnavailable(thrown)) return formatFault({ source: word, message: `cannot be stored: ${messageOf(thrown)}.` });
  throw thrown;
}

/** Most gaps that are spelt out. */
const MAX_SHOWN = 5;

/** The turns on which the step of the snake is unknown: `3, 7 to 9`; empty if there are none. */
export function formatMissing({ list, end }: FullGameRow): string {
  const gaps: string[] = [];
  let next = 0;
  for (const turn of [...list.flatMap((each) => (each.answer.move ? each.turn : [])), parseRequest(end!).turn]) {
    if (turn > next) gaps.push(turn === next + 1 ? `${next}` : `${next} to ${turn - 1}`);
    next = turn + 1;
  }
  const more = gaps.length > MAX_SHOWN ? ` and ${gaps.length - MAX_SHOWN} more gaps` : '';
  return gaps.slice(0, MAX_SHOWN).join(', ') + more;
}

const STATES: Readonly<Record<ImportState, string>> = {
  new: 'imported as',
  known: 'is kept already as',
  completed: 'imported again, now with more turns, as',
};

/** The result of an import, and what its source lacks. */
function formatImported({ game, state, from, turns, missing }: Imported): string {
  const { id, snake, opponents, imported } = game;
  const against = opponents.length === 0 ? 'alone' : `against ${opponents.join(', ')}`;
  const result = [formatResult(game), ...formatCause(game)].join(', ');
  const head = printable(`${from}: ${STATES[state]} ${id}: ${snake} ${against}, ${result}`);
  if (state === 'known') return head;
  return [
    head,
    `  ${formatCount(turns, 'turn')}; not known: ${imported?.unknown.join(', ')}`,
    ...(missing === '' ? [] : [`  steps not known: turns ${missing}`]),
    ...(game.result === 'abandoned' ? ['  its end is missing: import it again when it is over'] : []),
  ].join('\n');
}

function readPrefix(text: string): string {
  const problem = prefixProblem(text);
  if (problem === undefined) return text;
  throw new InvalidArgumentError(`The ${problem}`);
}
