/** Finds the turn of a recorded game from which `play --from` continues, in the journal or in a file. */
import type { ContestSettings } from '../../arena/contest/contest.js';
import { findHazardChance } from '../../arena/game/hazard-course.js';
import type { StartPosition } from '../../arena/game/play-options.js';
import type { Squads } from '../../arena/game/squads.js';
import { usageFault } from '../../errors/errors.js';
import { findGames } from '../../journal/filter-words.js';
import { cellAt } from '../../rules/cells.js';
import { createGameChance, type GameChance } from '../../rules/chance.js';
import { continueGame, isGameOver } from '../../rules/game.js';
import { copyPosition } from '../../rules/position.js';
import type { GameRequest, Snake } from '../../wire/resources.js';
import { toPosition } from '../../wire/to-position.js';
import { openJournal, withJournal } from '../../journal/open-journal.js';
import { followGame } from '../../recorded/board-history.js';
import { findFileGame } from '../../recorded/open-game.js';
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

/** The turn of a game, with its living snakes. */
async function findTurn(word: string, turn: number, config: string) {
  const [first, ...others] = (await findFileGame(word, config)) ?? (await readFromJournal(word, config));
  const seats = others.filter(({ game }) => game === first?.game);
  const boards = first === undefined ? [] : [...followGame([first, ...seats])];
  const index = boards.findIndex((each) => each.turn === turn);
  const found = boards[index];
  if (found === undefined) {
    const known = `it has turns ${boards[0]?.turn} to ${boards.at(-1)?.turn}`;
    throw usageFault('--from', `${first?.file ?? word} has no turn ${turn}: ${known}.`);
  }
  const dead = new Set(found.board.snakes.flatMap(({ id, death }) => (death === undefined ? [] : id)));
  if (found.request.board.unseen.length > 0)
    throw usageFault('--from', `fog of war hides snakes on turn ${turn}: no game can continue from there.`);
  const request = { ...found.request, turn };
  const shown = new Map([...request.board.snakes, request.you].map((snake) => [snake.id, snake]));
  const living = [...shown.values()].filter(({ id }) => !dead.has(id));
  const hazards = boards.slice(0, index + 1).map((each) => {
    const { board } = each.request;
    return [each.turn, board.hazards.map(({ x, y }) => cellAt(board, x, y))] as const;
  });
  return { request, living, beganWith: Math.max(first!.snakes, living.length), hazards: new Map(hazards) };
}

/** Several of our snakes may have played it. */
async function readFromJournal(word: string, config: string): Promise<FullGameRow[]> {
  return withJournal(openJournal, config, async (journal) => {
    const games = await Promise.all((await findGames(journal, word)).map(({ id }) => journal.findGame(id)));
    if (games.length > 0) return games.filter((game) => game !== undefined);
    throw usageFault('--from', `"${word}" is neither a file nor a game in the journal.`);
  });
}
