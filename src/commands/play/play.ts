/** `serpentarium play`: plays one game between local snakes and snakes on servers. */
import type { ContestSettings } from '../../arena/contest/contest.js';
import { randomUUID } from 'node:crypto';
import { InvalidArgumentError } from 'commander';
import { type Participant, createIds, type GameIds } from '../../arena/game/play-options.js';
import { play } from '../../arena/game/play.js';
import { seatSquads, type Squads } from '../../arena/game/squads.js';
import type { EngineResult, Watcher } from '../../arena/game/watcher.js';
import { AnswerCount, formatGameResult } from '../../arena/output/game-result.js';
import { openLineFile, createGameLines, type LineFile } from '../../arena/output/game-lines.js';
import { createPace, createScreen, type Screen } from '../../arena/output/screen.js';
import { RemoteSnake } from '../../arena/snakes/remote-snake.js';
import { EXIT, usageFault } from '../../errors/errors.js';
import type { SnakeListener } from '../../snakes/snake-report.js';
import { colorsOfStdout } from '../../terminal/colors.js';
import { print, printJson } from '../../terminal/print.js';
import { printable } from '../../terminal/printable.js';
import { allOrFaults, optionalPort, time } from '../arguments.js';
import { defineCommand, type CommandCall } from '../define-command.js';
import { argument, below, configFlag, flag, listOf, anyText, type ValuesOf } from '../flags.js';
import { interruptSignal } from '../interrupt.js';
import { parseSnakeUrl } from '../resolve-snakes.js';
import { keepGame } from './keep-game.js';
import type { ContinuedGame } from '../../arena/game/continue-game.js';
import { readStart } from './from-game.js';
import { gameFlags, readGameFlags } from './game-flags.js';
import { prepareParticipants, fillSeats, readSeats, type SeatName, type SeatFlags } from './participants.js';

/** The default pause after each turn on a terminal, in ms. */
const WATCHED_DELAY_MS = 100;
const DELAY_RULE = `${WATCHED_DELAY_MS}ms with -v on a terminal, otherwise none`;

const SNAKE_HELP = 'the name of a strategy, the /prefix of a snake, or a URL; repeatable';
const NAME_HELP = 'name of a snake by URL, in the order of the URLs; repeatable';
const SQUAD_HELP = 'squad of a snake, in the order of all snakes; repeatable';
const SEAT_HELP = 'with --from: the snake that takes the seat of NAME; repeatable';

const FLAGS = [
  configFlag('the configuration with these snakes'),
  ...below('Snakes', [
    flag('--snake <NAME>', SNAKE_HELP, listOf(parseSnake)),
    flag('-u, --url <URL>', 'a snake on any server; repeatable', listOf(parseUrl)),
    flag('-n, --name <NAME>', NAME_HELP, listOf(anyText)),
    flag('--squad <NAME>', SQUAD_HELP, listOf(anyText)),
    flag('--from <GAME:TURN>', 'continue a recorded game from this turn, with other snakes'),
    flag('--seat <NAME=SNAKE>', SEAT_HELP, listOf(anyText)),
    flag('-s, --sequential', 'ask the snakes one after the other'),
  ]),
  ...gameFlags(),
  ...below('Game', [flag('-r, --seed <SEED>', 'the same seed plays the same game again', parseSeed)]),
  ...below('Output', [
    flag('-v, --viewmap', 'draw the board on each turn'),
    flag('-c, --color', 'draw in colour, even to a file or pipe'),
    flag('--no-color', 'draw without colour'),
    flag('-d, --delay <TIME>', `pause after each turn (default: ${DELAY_RULE})`, time('0ms', '1h')),
    flag('-D, --duration <TIME>', 'shortest duration of a turn', time('0ms', '1h'), 0),
    flag('-o, --output <FILE>', 'write the game as lines of JSON; overwrites the file'),
    flag('--browser [PORT]', 'show the game in a browser, on a terminal until Ctrl-C', optionalPort),
    flag('--json', 'print the result as JSON'),
  ]),
];

type PlayFlags = ValuesOf<typeof FLAGS>;

export default defineCommand({
  // Takes words to explain what they lack.
  arguments: [argument('[WORDS...]', '')],
  usage: '[options]',
  flags: FLAGS,
  exits: {
    0: 'played',
    1: 'a snake never played its strategy’s move, or internal error',
    2: 'wrong usage, or no server answers at a URL',
    130: 'stopped by Ctrl-C',
  },
  examples: ['play --snake first --snake greedy --viewmap', 'play --snake first --url http://localhost:8080 --browser'],
  run: runPlay,
});

type PlayCall = CommandCall<readonly [readonly string[]], PlayFlags>;

async function runPlay(call: PlayCall): Promise<void> {
  const { words, flags, given } = call;
  const [[word]] = words;
  if (word !== undefined)
    throw usageFault(word, `needs a flag before it. Write "play --snake ${words[0].join(' --snake ')}".`);
  if (flags.json && flags.viewmap) throw usageFault('--json', 'cannot be used with --viewmap.');
  const seatFlags = readSeatFlags(call);
  const planned =
    flags.from === undefined ? planGame(seatFlags, flags) : await planContinuation(seatFlags, flags, given);
  const { seats, squads } = planned;
  let screen: Screen | undefined;
  const early: string[] = [];
  const events = remarkOnEvents(
    () => screen,
    (line) => void early.push(line),
  );
  const ready = await prepareParticipants(seats, { config: flags.config, events });
  const participants = ready.participants.map((one, seat) => ({ ...one, squad: squads.names[seat]! }));
  try {
    const opened = openScreen(participants, flags);
    screen = opened;
    for (const line of early) opened.remark(line);
    for (const warning of [...ready.warnings, ...squads.warnings]) opened.remark(`warning: ${warning}`);
    const run = (watchers: readonly Watcher[]) => playOnScreen(planned, participants, opened, flags, watchers);
    if (flags.browser === undefined) await run([]);
    // Loaded on demand: a server and its page take longer to load than everything else.
    else await (await import('./play-page.js')).withPlayPage(flags.browser, participants, run);
  } finally {
    screen?.close();
    await ready.close();
  }
}

/** Snakes sit in the order of the command line, whether they play by name or by URL. */
function readSeatFlags({ flags, given }: PlayCall): SeatFlags {
  const { name: names = [], squad: squads = [], seat: replaced = [] } = flags;
  const left = { snake: [...(flags.snake ?? [])], url: [...(flags.url ?? [])] };
  const seats = given.flatMap((name) => (name === 'snake' || name === 'url' ? left[name].shift()! : []));
  return { seats, names, squads, replaced };
}

interface PlannedGame {
  readonly game: ContestSettings;
  readonly seats: readonly SeatName[];
  readonly squads: Squads;
  /** Present if the game continues a recorded one. */
  readonly start?: ContinuedGame;
}

function planGame(seatFlags: SeatFlags, flags: PlayFlags): PlannedGame {
  const snakes = seatFlags.seats.length;
  const [seats, game, squads] = allOrFaults(
    () => {
      if (snakes === 0) throw usageFault('--snake', 'is missing. Give at least one --snake or --url.');
      if (seatFlags.replaced.length > 0) throw usageFault('--seat', 'needs --from.');
      return readSeats(seatFlags);
    },
    () => readGameFlags(flags, snakes),
    () => seatSquads(flags.gametype, snakes, seatFlags.squads, '--squad'),
  );
  return { seats, squads, game: { ...game, settings: { ...game.settings, squad: squads.settings } } };
}

async function planContinuation(
  seatFlags: SeatFlags,
  flags: PlayFlags,
  given: PlayCall['given'],
): Promise<PlannedGame> {
  if (seatFlags.squads.length > 0)
    throw usageFault('--squad', 'cannot be used with --from: the squads are the recorded ones.');
  const start = await readStart(flags.from!, flags, given);
  return { start, game: start.game, squads: start.squads, seats: fillSeats(start.snakes, seatFlags) };
}

/** Describes who takes whose seat. */
function remarkOnSeats({ snakes, from }: ContinuedGame, participants: readonly Participant[], screen: Screen): void {
  screen.remark(`from turn ${from.position.turn}:`);
  snakes.forEach(({ name, id, length, health }, seat) => {
    screen.remark(`  ${participants[seat]!.name} takes the seat of ${name || id} (length ${length}, health ${health})`);
  });
}

/** Plays the game, records it, and prints the result. */
async function playOnScreen(
  { game, start }: PlannedGame,
  participants: readonly Participant[],
  screen: Screen,
  flags: PlayFlags,
  others: readonly Watcher[],
): Promise<void> {
  const seed = flags.seed ?? Math.floor(Math.random() * 2 ** 32);
  const signal = interruptSignal();
  const { config, duration, output, json, sequential: isSequential = false } = flags;
  const answers = new AnswerCount();
  const watchers: Watcher[] = [
    screen,
    answers,
    ...others,
    createPace({ delay: delayOf(flags, process.stdout.isTTY), duration, signal }),
  ];
  const drawn = chooseIds(participants, seed, flags.seed !== undefined && output !== undefined);
  const ids = start === undefined ? drawn : { ...drawn, snakes: start.from.position.ids };
  if (start !== undefined) remarkOnSeats(start, participants, screen);
  const continuation = start?.chanceFor(seed);
  if (continuation?.fits === false)
    screen.remark('warning: no seed leads to the hazards on this board; new ones may not fit');
  const files: LineFile[] = [];
  try {
    if (output !== undefined) files.push(await openLineFile(output));
    files.push(...(await keepGame(config)));
    watchers.push(
      createGameLines(
        { ...game, seed },
        async (line) => void (await Promise.all(files.map((file) => file.write(line)))),
      ),
    );
    const continued = start && continuation && { from: start.from, chance: continuation.chance };
    const result = await play({ ...game, ...continued, participants, seed, ids, isSequential, watchers, signal });
    // The last log lines of strategies arrive one turn of the event loop later.
    await new Promise((resolve) => setImmediate(resolve));
    screen.close();
    const names = participants.map(({ name }) => name);
    if (json) printJson(toJson(ids.game, seed, names, result, answers), 2);
    const lines = [...formatGameResult(result, participants), ...answers.lines(names)];
    if (hasRemote(participants)) lines.push(`Game ${ids.game}.`);
    if (!json) for (const line of [...lines, `Seed ${seed}.`]) print(printable(line));
    if (result.isStopped) process.exitCode = EXIT.interrupted;
    else process.exitCode = answers.absentSeats.length === 0 ? EXIT.ok : EXIT.failed;
  } finally {
    await Promise.all(files.map((file) => file.close()));
  }
}

/** The pause after each turn, in ms: a game that is drawn in place is slowed down by default. */
export function delayOf({ delay, duration, viewmap }: Partial<PlayFlags>, isTerminal: boolean): number {
  return delay ?? (viewmap && isTerminal && duration === 0 ? WATCHED_DELAY_MS : 0);
}

/** The result of a game, with snakes by name. */
function toJson(
  game: string,
  seed: number | string,
  names: readonly string[],
  { turns, winners, isDraw, isStopped, deaths }: EngineResult,
  answers: AnswerCount,
) {
  return {
    game,
    seed,
    turns,
    snakes: names,
    winners: winners.map((seat) => names[seat]),
    isDraw,
    isStopped,
    deaths: deaths.map(({ seat, turn, cause, by }) => ({ snake: names[seat], turn, cause, by: names[by] })),
    remarks: answers.lines(names),
  };
}

/**
 * The ids of a game. Servers tell games apart by id: with a snake on a server they are new each time, except for a
 * repeated game with a seed and a file.
 */
function chooseIds(participants: readonly Participant[], seed: string | number, isRepeatable: boolean): GameIds {
  const isNew = hasRemote(participants) && !isRepeatable;
  return createIds(isNew ? randomUUID() : seed, participants.length);
}

function hasRemote(participants: readonly Participant[]): boolean {
  return participants.some(({ snake }) => snake instanceof RemoteSnake);
}

function openScreen(participants: readonly Participant[], { viewmap, color }: PlayFlags): Screen {
  return createScreen({
    names: participants.map(({ name }) => name),
    output: process.stdout,
    remarks: process.stderr,
    showsTurns: viewmap === true,
    colors: colorsOfStdout(color),
  });
}

/** Prints log lines and faults of the strategies as remarks. `early` takes lines before the game. */
function remarkOnEvents(screen: () => Screen | undefined, early: (line: string) => void): SnakeListener {
  return (snake, report) => {
    if (report.type === 'logged') {
      const { key, turn, message, data } = report;
      const when = key === '' ? '' : `turn ${turn}: `;
      const line = `${snake}: ${when}${message}${data === undefined ? '' : ` ${JSON.stringify(data)}`}`;
      const opened = screen();
      if (opened === undefined) early(line);
      else opened.remark(line);
    }
    if (report.type === 'warned') screen()?.problem(snake, `turn ${report.turn}: ${report.reason}`);
    if (report.type === 'childStopped' && report.exit.kind !== 'stopped') screen()?.problem(snake, report.exit.reason);
  };
}

function parseSnake(text: string): string | URL {
  return parseSnakeUrl(text) ?? text;
}

function parseUrl(text: string): URL {
  const url = parseSnakeUrl(text);
  if (url !== undefined) return url;
  const meant = URL.canParse(`http://${text}`) ? ` Did you mean "http://${text}"?` : '';
  throw new InvalidArgumentError(`Expected a URL that begins with http:// or https://.${meant}`);
}

/** A number if it is exact, else the text. */
function parseSeed(text: string): number | string {
  if (!/^-?\d+$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number.isSafeInteger(Number(text)) ? Number(text) : text;
}
