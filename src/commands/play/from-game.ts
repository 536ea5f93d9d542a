/** Finds the turn of a recorded game from which `play --from` continues, in the journal or in a file. */
import { continueRecorded, mapOf, type ContinuedGame } from '../../arena/game/continue-game.js';
import { usageFault } from '../../errors/errors.js';
import { findGames } from '../../journal/filter-words.js';
import { openJournal, withJournal } from '../../journal/open-journal.js';
import { findStart } from '../../recorded/find-start.js';
import { findFileGame } from '../../recorded/open-game.js';
import type { FullGameRow } from '../../views/game-rows.js';
import type { GameRequest } from '../../wire/resources.js';
import { readGameFlags, type GameFlags } from './game-flags.js';

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
  const rows = (await findFileGame(word, flags.config)) ?? (await readFromJournal(word, flags.config));
  const start = findStart(rows, turn);
  if ('refusal' in start) throw usageFault('--from', `${rows[0]?.file ?? word} ${start.refusal}`);
  const game = readGameFlags(withRecorded(flags, start.request, given), start.beganWith);
  const continued = continueRecorded(start, game);
  if (continued === undefined) throw usageFault('--from', `${word} is over on turn ${turn}.`);
  return continued;
}

/** The flags, with recorded values instead of defaults. */
function withRecorded<Flags extends GameFlags>(flags: Flags, request: GameRequest, given: readonly string[]): Flags {
  const { game, board } = request;
  const odd = ['width', 'height'].find((name) => given.includes(name));
  if (odd !== undefined) throw usageFault(`--${odd}`, 'cannot be used with --from: the board is the recorded one.');
  const { name, settings } = game.ruleset;
  const { foodSpawnChance, minimumFood, hazardDamagePerTurn, royale } = settings;
  const recorded: Partial<GameFlags> = {
    timeout: game.timeout,
    gametype: name,
    map: mapOf(request),
    foodSpawnChance,
    minimumFood,
    hazardDamagePerTurn,
    shrinkEveryNTurns: royale.shrinkEveryNTurns,
  };
  const kept = Object.entries(recorded).filter(([key]) => !given.includes(key));
  return { ...flags, width: board.width, height: board.height, ...Object.fromEntries(kept) };
}

/** Several of our snakes may have played it. */
async function readFromJournal(word: string, config: string): Promise<FullGameRow[]> {
  return withJournal(openJournal, config, async (journal) => {
    const games = await Promise.all((await findGames(journal, word)).map(({ id }) => journal.findGame(id)));
    if (games.length > 0) return games.filter((game) => game !== undefined);
    throw usageFault('--from', `"${word}" is neither a file nor a game in the journal.`);
  });
}
