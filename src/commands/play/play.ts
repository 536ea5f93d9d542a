/** `serpentarium play`: one game between snakes of this machine and behind URLs. */
import { InvalidArgumentError, type Command } from 'commander';
import { openLineFile, type LineFile } from '../../arena/output/file-lines.js';
import { createGameLines } from '../../arena/output/game-lines.js';
import { createPace } from '../../arena/output/pace.js';
import { play } from '../../arena/game/play.js';
import { formatGameResult } from '../../arena/output/format-game-result.js';
import { createScreen, type Screen } from '../../arena/output/screen.js';
import { seatSquads } from '../../arena/game/squads.js';
import type { Watcher } from '../../arena/game/watcher.js';
import { UsageError } from '../../errors.js';
import { silentEvents, type SnakeEvents } from '../../snakes/events.js';
import { allOrFaults, DEFAULT_CONFIG } from '../arguments.js';
import { enterSnakes, type Named } from './entries.js';
import { EXIT } from '../exit-codes.js';
import { addGameFlags, readGameFlags, whole, type GameFlags } from './game-flags.js';

interface PlayFlags extends GameFlags {
  readonly config: string;
  readonly sequential?: true;
  readonly viewmap?: true;
  readonly color?: true;
  readonly seed?: number | string;
  readonly delay: number;
  readonly duration: number;
  readonly output?: string;
}

export function addPlayCommand(program: Command): void {
  const seats: (string | URL)[] = [];
  const names: string[] = [];
  const squads: string[] = [];
  const command = program
    .command('play')
    .description('play one game between snakes of this machine and behind URLs')
    .option('--snake <NAME>', 'a strategy by its name, or a snake by its /prefix; repeatable', keepIn(seats))
    .option('--config <FILE>', 'the configuration with these snakes', DEFAULT_CONFIG)
    .option('-u, --url <URL>', 'a snake on any server; repeatable', (url) => void seats.push(parseUrl(url)))
    .option('-n, --name <NAME>', 'name of a snake by URL, in the order of the URLs; repeatable', keepIn(names))
    .option('--squad <NAME>', 'squad of a snake, in the order of all snakes; repeatable', keepIn(squads));
  addGameFlags(command)
    .option('-s, --sequential', 'ask the snakes one after the other')
    .option('-v, --viewmap', 'draw the board each turn')
    .option('-c, --color', 'draw it in colour')
    .option('-r, --seed <NUMBER>', 'the same number plays the same game again', parseSeed)
    .option('-d, --delay <MS>', 'wait after each turn', whole(0, 3_600_000), 0)
    .option('-D, --duration <MS>', 'let no turn be shorter', whole(0, 3_600_000), 0)
    .option('-o, --output <FILE>', 'write the game as lines of JSON; overwrites the file')
    .action((flags: PlayFlags) => playOne({ seats, names, squads }, flags));
}

/** What the repeatable flags say. */
interface Seated {
  /** In the order in which they stand on the command line: the order of the seats. */
  readonly seats: readonly (string | URL)[];
  readonly names: readonly string[];
  readonly squads: readonly string[];
}

async function playOne(seated: Seated, flags: PlayFlags): Promise<void> {
  const [named, options, squads] = allOrFaults(
    () => nameSeats(seated),
    () => readGameFlags(flags, seated.seats.length),
    () => seatSquads(flags.gametype, seated.seats.length, seated.squads),
  );
  const seed = flags.seed ?? Math.floor(Math.random() * 2 ** 32);
  let screen: Screen | undefined;
  let file: LineFile | undefined;
  const events = tellOnScreen((line) => screen?.remark(line));
  const entered = await enterSnakes(named, { config: flags.config, events });
  try {
    if (flags.output !== undefined) file = await openLineFile(flags.output);
    const entries = entered.entries.map((entry, seat) => ({ ...entry, squad: squads.names[seat]! }));
    const { viewmap: showsTurns = false, color: isColored = false, delay, duration } = flags;
    const { stdout: output, stderr: remarks } = process;
    screen = createScreen({ names: entries.map(({ name }) => name), output, remarks, showsTurns, isColored });
    [...entered.warnings, ...squads.warnings].forEach((warning) => screen?.remark(`warning: ${warning}`));

    const signal = untilInterrupted();
    const watchers: Watcher[] = [screen, createPace({ delay, duration, signal })];
    if (file !== undefined) watchers.push(createGameLines({ ...options, seed }, (line) => file?.write(line)));
    const settings = { ...options.settings, squad: squads.settings };
    const isSequential = flags.sequential === true;
    const result = await play({ ...options, settings, participants: entries, seed, isSequential, watchers, signal });
    // What the strategies said last is told a turn of the event loop later.
    await new Promise((resolve) => setImmediate(resolve));
    screen.close();
    for (const line of formatGameResult(result, entries)) console.log(line);
    console.log(`Seed ${seed}.`);
    process.exitCode = result.isStopped ? EXIT.interrupted : EXIT.ok;
  } finally {
    screen?.close();
    await file?.close();
    await entered.close();
  }
}

/** The first signal ends the game; the second does what signals do. */
function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

function tellOnScreen(remark: (line: string) => void): SnakeEvents {
  return {
    ...silentEvents,
    logged: ({ snake, turn }, message, data) =>
      remark(`${snake}: turn ${turn}: ${message}${data === undefined ? '' : ` ${JSON.stringify(data)}`}`),
    strategyWarned: ({ snake, turn }, reason) => remark(`${snake}: turn ${turn}: ${reason}`),
    childStopped: (snake, _, expected, reason) => expected || remark(`${snake}: ${reason}`),
  };
}

function nameSeats({ seats, names }: Seated): Named[] {
  const urls = seats.filter((seat) => seat instanceof URL).length;
  if (seats.length === 0) {
    throw new UsageError([{ source: '--snake', message: 'is not given, nor --url: nobody plays.' }]);
  }
  if (names.length > urls) {
    const message = `${names.length} names for ${urls} URLs: names are for snakes by --url, in their order.`;
    throw new UsageError([{ source: '--name', message }]);
  }
  let named = 0;
  return seats.map((seat) => {
    if (typeof seat === 'string') return { kind: 'local', word: seat };
    return { kind: 'remote', url: seat, name: names[named++] ?? `${seat.host}${seat.pathname.replace(/\/+$/, '')}` };
  });
}

function keepIn(list: unknown[]): (text: string) => void {
  return (text) => void list.push(text);
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  const meant = URL.canParse(`http://${text}`) ? ` Did you mean "http://${text}"?` : '';
  throw new InvalidArgumentError(`It takes a URL that begins with http:// or https://.${meant}`);
}

/** As a number where it is kept exactly. */
function parseSeed(text: string): number | string {
  if (!/^-?\d+$/.test(text)) throw new InvalidArgumentError('It takes a whole number.');
  return Number.isSafeInteger(Number(text)) ? Number(text) : text;
}
