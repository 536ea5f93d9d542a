/** Finds the turn of a recorded game from which `play --from` continues, in the journal or in a file. */
import type { ContestSettings } from '../../arena/contest/contest.js';
import { findHazardChance } from '../../arena/game/hazard-course.js';
import type { StartPosition } from '../../arena/game/play-options.js';
import type { Squads } from '../../arena/game/squads.js';
import { usageFault } from '../../errors/errors.js';
import { replayGame, type RequestBody } from '../../inference/replay-game.js';
import { findGames } from '../../journal/filter-words.js';
import { createGameChance, type GameChance } from '../../rules/chance.js';
import { continueGame, isGameOver } from '../../rules/game.js';
import { copyPosition } from '../../rules/position.js';
import { isAlive } from '../../rules/snakes.js';
import type { GameRequest, Snake } from '../../wire/resources.js';
import { toPosition } from '../../wire/to-position.js';
import { openJournal, withJournal } from '../../journal/open-journal.js';
import { readGameFile } from '../replay/game-file.js';
import { findGameFile } from '../replay/played-games.js';
import { readGameFlags, type GameFlags } from './game-flags.js';

/** A game that continues from a recorded turn. */
export interface ContinuedGame {
  readonly game: ContestSettings;
  readonly from: StartPosition;
  /** By seat: the recorded snakes. */
  readonly snakes: readonly Snake[];
  readonly squads: Squads;
  /** The random numbers of a seed, with hazards that fit the board; and whether any were found. */
  chanceFor(seed: string | number): { readonly chance: GameChance; readonly fits: boolean };
}

interface RecordedStart {
  readonly request: GameRequest;
  readonly living: readonly Snake[];
  readonly beganWith: number;
  /** By turn, as cells. */
  readonly hazards: ReadonlyMap<number, readonly number[]>;
}

/**
 * Parses `GAME:TURN`. Board, ruleset, map, settings and timeout are the recorded ones, unless flags replace them.
 * Throws a `UsageError` if there is no such game or turn, if the game is over there, or if it cannot be played.
 */
export async function readStart(
  text: string,
  flags: GameFlags & { config: string },
  given: readonly string[],
): Promise<ContinuedGame> {
  const [, word, number] = /^(.+):(\d{1,9})$/.exec(text) ?? [];
  if (word === undefined) throw usageFault('--from', `"${text}" is not GAME:TURN, such as last:57 or game.jsonl:57.`);
  const turn = Number(number);
  const file = await findGameFile(word, flags.config);
  const recorded = file === undefined ? await readFromJournal(word, turn, flags.config) : readFromFile(file, turn);
  const { request, living, beganWith } = recorded;
  const game = readGameFlags(withRecorded(flags, request, given), beganWith);
  const { squad } = request.game.ruleset.settings;
  const settings = { ...game.settings, squad };
  const { position } = toPosition(request, living);
  const chance = createGameChance('');
  if (isGameOver(continueGame({ ...game, settings, position: copyPosition(position), beganWith, chance }))) {
    throw usageFault('--from', `${word} is over on turn ${turn}.`);
  }
  return {
    game: { ...game, settings },
    from: { position, beganWith },
    snakes: living,
    squads: { names: living.map((snake) => snake.squad), settings: squad, warnings: [] },
    chanceFor(seed) {
      const found = findHazardChance({ ...game, beganWith, hazards: recorded.hazards }, seed);
      return { chance: { ...createGameChance(seed), hazards: found.chance }, fits: found.fits };
    },
  };
}

/** The flags, with recorded values instead of defaults. */
function withRecorded<Flags extends GameFlags>(
  flags: Flags,
  { game, board }: GameRequest,
  given: readonly string[],
): Flags {
  const odd = ['width', 'height'].find((name) => given.includes(name));
  if (odd !== undefined) throw usageFault(`--${odd}`, 'cannot be used with --from: the board is the recorded one.');
  const { name, settings } = game.ruleset;
  const { foodSpawnChance, minimumFood, hazardDamagePerTurn, royale } = settings;
  const recorded: Partial<GameFlags> = {
    timeout: game.timeout,
    gametype: name,
    // Some engines name no map.
    map: game.map || (name === 'royale' ? 'royale' : 'standard'),
    foodSpawnChance,
    minimumFood,
    hazardDamagePerTurn,
    shrinkEveryNTurns: royale.shrinkEveryNTurns,
  };
  const kept = Object.entries(recorded).filter(([key]) => !given.includes(key));
  return { ...flags, width: board.width, height: board.height, ...Object.fromEntries(kept) };
}

function readFromFile(file: string, turn: number): RecordedStart {
  const { turns } = readGameFile(file);
  const found = findTurn(
    turns.map(({ request }) => request),
    undefined,
    turn,
    turns[0].request.board.snakes.length,
  );
  if (found !== undefined) return found;
  const [first, last] = [turns[0].request.turn, turns.at(-1)!.request.turn];
  throw usageFault('--from', `${file} has no turn ${turn}: it has turns ${first} to ${last}.`);
}

/** The turn of a stored game. Several of our snakes may have played it: the first one alive on this turn is used. */
async function readFromJournal(word: string, turn: number, config: string): Promise<RecordedStart> {
  return withJournal(openJournal, config, async (journal) => {
    const games = await findGames(journal, word);
    for (const { id } of games) {
      const game = await journal.findGame(id);
      const bodies = game?.list.map(({ body }) => body) ?? [];
      const found = findTurn(bodies, game?.end, turn, game?.snakes ?? 0);
      if (found !== undefined) return found;
    }
    if (games.length === 0) throw usageFault('--from', `"${word}" is neither a file nor a game in the journal.`);
    throw usageFault('--from', `turn ${turn} of ${word} was not kept, or is not a turn of it.`);
  });
}

function findTurn(
  bodies: readonly RequestBody[],
  end: RequestBody | undefined,
  turn: number,
  beganWith: number,
): RecordedStart | undefined {
  const hazards = new Map<number, number[]>();
  for (const { request, position } of replayGame(bodies, end)) {
    hazards.set(request.turn, [...position.hazards.subarray(0, position.hazardCount)]);
    if (request.turn !== turn) continue;
    const alive = new Set(position.ids.filter((_, seat) => isAlive(position, seat)));
    const shown = new Map([...request.board.snakes, request.you].map((snake) => [snake.id, snake]));
    const living = [...shown.values()].filter(({ id }) => alive.has(id));
    return { request, living, beganWith: Math.max(beganWith, living.length), hazards };
  }
  return undefined;
}
