/** Finds the turn of a recorded game from which `play --from` continues, in the journal or in a file. */
import type { ContestSettings } from '../../arena/contest/contest.js';
import { findHazardChance } from '../../arena/game/hazard-course.js';
import type { StartPosition } from '../../arena/game/play-options.js';
import type { Squads } from '../../arena/game/squads.js';
import { usageFault } from '../../errors/errors.js';
import { replayGame } from '../../inference/replay-game.js';
import { findGames } from '../../journal/filter-words.js';
import { createGameChance, type GameChance } from '../../rules/chance.js';
import { continueGame, isGameOver } from '../../rules/game.js';
import { copyPosition } from '../../rules/position.js';
import { isAlive } from '../../rules/snakes.js';
import type { GameRequest, Snake } from '../../wire/resources.js';
import { toPosition } from '../../wire/to-position.js';
import { openJournal, withJournal } from '../../journal/open-journal.js';
import { findGameFile } from '../../recorded/open-game.js';
import { readGameFile } from '../../recorded/read-game-file.js';
import type { FullGameRow } from '../../views/game-rows.js';
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
  const { request, living, beganWith, hazards } = await findTurn(word, turn, flags.config);
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
      const found = findHazardChance({ ...game, beganWith, hazards }, seed);
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

/** A turn of a game. Several of its snakes may be known: the first one alive on this turn is used. */
async function findTurn(word: string, turn: number, config: string) {
  const file = await findGameFile(word, config);
  const games = file === undefined ? await readFromJournal(word, config) : readGameFile(file);
  const turns: number[] = [];
  for (const { list, end, snakes } of games) {
    const hazards = new Map<number, readonly number[]>();
    for (const { request, position } of replayGame(
      list.map(({ body }) => body),
      end,
    )) {
      hazards.set(request.turn, [...position.hazards.subarray(0, position.hazardCount)]);
      turns.push(request.turn);
      if (request.turn !== turn) continue;
      const alive = new Set(position.ids.filter((_, seat) => isAlive(position, seat)));
      const shown = new Map([...request.board.snakes, request.you].map((snake) => [snake.id, snake]));
      const living = [...shown.values()].filter(({ id }) => alive.has(id));
      return { request, living, beganWith: Math.max(snakes, living.length), hazards };
    }
  }
  throw usageFault(
    '--from',
    `${file ?? word} has no turn ${turn}: it has turns ${Math.min(...turns)} to ${Math.max(...turns)}.`,
  );
}

async function readFromJournal(word: string, config: string): Promise<FullGameRow[]> {
  return withJournal(openJournal, config, async (journal) => {
    const games = await Promise.all((await findGames(journal, word)).map(({ id }) => journal.findGame(id)));
    if (games.length > 0) return games.filter((game) => game !== undefined);
    throw usageFault('--from', `"${word}" is neither a file nor a game in the journal.`);
  });
}
