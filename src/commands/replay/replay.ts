/** `serpentarium replay`: shows a recorded game, asks its strategy again, or writes a turn as a test. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import { UsageError, usageFault } from '../../errors/errors.js';
import { colorsOfStdout, PLAIN } from '../../terminal/colors.js';
import { formatMs } from '../../views/numbers.js';
import { formatTable, terminalWidth } from '../../terminal/format-table.js';
import { print, printDrawing, printError } from '../../terminal/print.js';
import { askAgain, findAskedSnake } from './ask-again.js';
import { time } from '../arguments.js';
import { defineCommand } from '../define-command.js';
import { argument, configFlag, flag, former, type ValuesOf } from '../flags.js';
import { drawPages, type Page, formatNote, notesOf } from './describe-game.js';
import { formatPositionFixture } from '../../terminal/position-fixture.js';
import type { Seats } from '../../recorded/board-history.js';
import { openGame } from '../../recorded/open-game.js';
import { readPosition } from '../../recorded/read-position.js';
import type { FullGameRow, TurnRow } from '../../views/game-rows.js';
import { pageOf } from './page-keys.js';
import { writeFlagged, writeGif, writeSvg } from './pictures.js';
import { stepThrough } from './step-through.js';
import { studyTurn, type TurnStudy } from './study-turn.js';
import { readConfig } from '../../config/read-config.js';
import { THEN } from '../../config/strategy-version.js';
import { linksOf, openLink } from '../game-links.js';
import { openJournal, withJournal } from '../../journal/open-journal.js';
import { adminPortQuery } from '../../journal/journal.js';

const GAME_HELP =
  'a game of the journal, by its id or the engine’s; "last"; or a file that "import" takes; with --inspect or --profile also a position';
const PROFILE_HELP =
  'with --turn: repeat the turn for this time (default: 3s), show where its time goes, and write turn-N.cpuprofile';
/** How long a turn is repeated for its profile, in ms (default). */
const PROFILE_MS = 3000;

const FLAGS = [
  configFlag('the configuration that names the journal and the snakes'),
  flag('--pace <TIME>', 'advance automatically, one turn in this time', time('1ms', '1h')),
  flag('--start <N>', 'start on this turn', readWhole),
  flag('--turn <N>', 'draw only this turn, and ask the current strategy for its move', readWhole),
  flag('--you <NAME>', 'whose perspective: a name, its beginning, or an id (default: in a file, the first snake)'),
  flag('--ask <NAME>', 'with --turn: ask this snake (default: the one that played; then: its old version, too)'),
  flag('--svg <FILE>', 'write the turn of --turn as a picture; without --turn, the last one'),
  flag('--gif <FILE>', 'write the game as an animated GIF; respects --start and --pace'),
  flag('--browser', 'open the game in a browser, at the turn of --turn'),
  flag('--inspect', 'with --turn: play the turn in a debugger, without a deadline'),
  flag('--profile [TIME]', PROFILE_HELP, time('1ms', '5m')),
  flag('--position <FILE>', 'save the turn of --turn as a test; you fill in the allowed and forbidden moves'),
  ...former('--fixture [FILE]', '--position'),
];

type ReplayFlags = ValuesOf<typeof FLAGS>;

export default defineCommand({
  arguments: [argument('<GAME>', GAME_HELP)],
  flags: FLAGS,
  exits: { 0: 'shown or written', 2: 'wrong usage, or no such game' },
  examples: ['replay last', 'replay last --gif last.gif'],
  run: ({ words: [game], flags }) => replay(game, flags),
});

async function replay(game: string, flags: ReplayFlags): Promise<void> {
  const way = wayOfStudy(flags);
  const position = way !== undefined && existsSync(game) ? readPosition(game) : undefined;
  if (position !== undefined) {
    if (flags.turn !== undefined) throw usageFault(game, 'is one position: leave out --turn.');
    return study({ text: position, name: path.parse(game).name }, flags.ask, flags);
  }
  const seats = await openGame(game, flags);
  if (way !== undefined && flags.turn === undefined) throw usageFault(`--${way}`, 'needs --turn.');
  if (flags.browser) return openInBrowser(seats[0], flags);
  if (flags.svg !== undefined || flags.gif !== undefined) return writePictures(seats, flags);
  const pages = drawPages(seats, flags.position === undefined ? colorsOfStdout() : PLAIN);
  if (flags.turn !== undefined) return showTurn(seats, pages, flags.turn, flags);
  if (flags.position !== undefined) throw usageFault('--position', 'needs --turn, the turn to write.');
  const start = flags.start === undefined ? 0 : pageOf(pages, flags.start);
  // The page of our snake's last move.
  const death = pages.findLastIndex(({ turn }) => turn < (seats[0].died ?? 0));
  return stepThrough({ pages, start, death: death < 0 ? undefined : death, pace: flags.pace });
}

/** How the turn is studied, if it is. Throws a `UsageError` if it shall also be shown in another way. */
function wayOfStudy(flags: ReplayFlags): 'inspect' | 'profile' | undefined {
  const way = flags.profile !== undefined ? 'profile' : flags.inspect ? 'inspect' : undefined;
  if (way === undefined) return undefined;
  const others = ['inspect', 'svg', 'gif', 'browser', 'position', 'start', 'pace'] as const;
  const other = others.find((each) => each !== way && flags[each] !== undefined);
  if (other !== undefined) throw usageFault(`--${other}`, `cannot be used with --${way}.`);
  return way;
}

async function writePictures(seats: Seats, flags: ReplayFlags): Promise<void> {
  const { svg, gif, turn, position } = flags;
  if (position !== undefined)
    throw usageFault('--position', 'cannot be used with --svg or --gif. Run them separately.');
  if (svg === undefined && turn !== undefined) throw usageFault('--turn', 'applies to --svg. For --gif, use --start.');
  if (svg !== undefined) print(writeSvg(seats, svg, turn));
  if (gif !== undefined) print(await writeGif(seats, gif, flags));
}

async function showTurn(seats: Seats, pages: readonly Page[], number: number, flags: ReplayFlags): Promise<void> {
  const page = pages.find(({ turn }) => turn === number);
  if (page === undefined) {
    const [first, last] = [pages[0], pages.at(-1)].map((each) => each?.turn);
    throw usageFault('--turn', `${number} was not kept. The recording has turns ${first} to ${last}.`);
  }
  const turn = seats[0].list.find((each) => each.turn === number);
  printDrawing(page.text);
  const isStudied = wayOfStudy(flags) !== undefined;
  if (flags.position === undefined && !isStudied) return compareWithToday(seats, turn, flags);
  if (turn === undefined) throw usageFault('--turn', `${number} does not ask the snake for a move.`);
  const { body: text, budget } = turn;
  if (isStudied) return study({ text, budget, name: `turn-${number}` }, findAskedSnake(seats[0], flags), flags);
  writeFlagged('--position', flags.position!, formatPositionFixture(`turn ${number}`, page.text, text));
  print(`Written to ${flags.position}.`);
}

/** Prints the strategy's present answer, if it can be asked. A snake that the user names must exist. */
async function compareWithToday(seats: Seats, turn: TurnRow | undefined, flags: ReplayFlags): Promise<void> {
  const { config, ask } = flags;
  const old = ask === THEN ? findAskedSnake(seats[0], flags) : undefined;
  const snake = findAskedSnake(seats[0], { config, ask: ask === THEN ? undefined : ask });
  if (snake === undefined) return;
  if (turn === undefined) return print(`\nThe snake is not asked for a move on turn ${flags.turn}.`);
  try {
    const then = old === undefined ? [] : [await askAgain(turn.body, old, config)];
    const given = [...then, await askAgain(turn.body, snake, config)];
    const shown = given.map(({ kind, move, took }) => `${kind} ${move} in ${formatMs(took)}`);
    const headings = ['then', ...then.map(() => 'same version'), 'today'];
    const rows = [[notesOf(seats, turn.turn)[0] ?? '', ...shown]];
    print(`\n${formatTable(headings, rows, { width: terminalWidth(), wraps: [0] })}`);
    for (const line of formatNote(given.at(-1)!.note)) print(line);
  } catch (thrown) {
    if (flags.ask !== undefined || !(thrown instanceof UsageError)) throw thrown;
    printError(`\n${snake} cannot be asked: ${thrown.message}`);
  }
}

type Studied = Pick<TurnStudy, 'text' | 'budget' | 'name'>;

async function study(turn: Studied, snake: string | undefined, { config, profile }: ReplayFlags): Promise<void> {
  if (snake === undefined) throw usageFault('--ask', 'is missing: the file names no snake that is known here.');
  const kind = profile === undefined ? 'inspect' : profile === true ? PROFILE_MS : profile;
  return studyTurn({ ...turn, snake, config, kind });
}

function readWhole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(text);
}

/** Time for a host to answer, in ms. */
const HOST_ALLOWANCE_MS = 1000;

/**
 * Prints the links, and opens the page if a host serves it. Reports a failure to open it, since the links still help.
 * Throws a `UsageError` if the game is not in the journal, or if the host has no admin port.
 */
async function openInBrowser(
  { file, id }: FullGameRow,
  { config, turn }: { readonly config: string; readonly turn?: number },
): Promise<void> {
  if (file !== undefined) throw usageFault('--browser', 'shows games of the journal; --svg and --gif also draw files.');
  const running = await withJournal(openJournal, config, (journal) => journal.ask(adminPortQuery, undefined));
  const links = linksOf(readConfig(config, process.env).config, running);
  if (links === undefined) throw usageFault(config, '"server.admin" is "off": nothing serves the page.');
  const page = links.page(id, turn);
  const viewer = links.viewer(id);
  print(`Page: ${page}`);
  if (viewer !== undefined) print(`Official viewer: ${viewer}`);
  if (!(await answers(links.health))) return printError('No host answers there. "serpentarium serve" starts one.');
  if (!(await openLink(page))) printError('No browser could be opened. Open the link yourself.');
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(HOST_ALLOWANCE_MS) })).ok;
  } catch {
    return false;
  }
}
