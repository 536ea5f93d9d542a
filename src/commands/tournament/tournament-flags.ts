/** The flags of `serpentarium tournament`: how they are declared, and what they mean once checked. */
import type { Command } from 'commander';
import { countGroups } from '../../arena/contest/tournament/tournament-schedule.js';
import { usageFault } from '../../errors.js';
import { DEFAULT_CONFIG, whole } from '../arguments.js';
import { addContestFlags, type ContestFlags } from '../contest/contest-flags.js';
import { addGameFlags, type GameFlags } from '../play/game-flags.js';

/** The flags as commander parses them. */
export interface TournamentFlags extends GameFlags, ContestFlags {
  readonly perGame: number;
  readonly gauntlet?: string;
  readonly pairs?: number;
  readonly games?: number;
}

/** Rounds unless the user asks for another number: in duels, 40 games of each two. */
const DEFAULT_ROUNDS = 20;
/** Games of an engine have at most this many snakes. */
const MAX_PER_GAME = 8;
/** Time for an answer, in ms: as for `compare`. */
const DEFAULT_TIMEOUT_MS = 100;

/** Declares the arguments and the flags of `tournament`, those of the game included. */
export function declareTournament(command: Command): Command {
  command
    .argument('[SNAKES...]', 'names of strategies, /prefixes of snakes, or URLs; needed without --resume')
    .option('--config <FILE>', 'the configuration with these snakes', DEFAULT_CONFIG)
    .option('--per-game <NUMBER>', 'snakes in a game', whole(2, MAX_PER_GAME), 2)
    .option('--gauntlet <SNAKE>', 'only games of this snake, one more, against all others')
    .option(
      '--pairs <NUMBER>',
      `rounds: pairs of games of each group of snakes that can meet (default: ${DEFAULT_ROUNDS})`,
      whole(1, 1e9),
    )
    .option('--games <NUMBER>', 'games of the whole tournament instead, in whole pairs', whole(1, 1e9));
  addGameFlags(command, DEFAULT_TIMEOUT_MS);
  return addContestFlags(command, 'tournament').addHelpText(
    'after',
    '\nA pair is one game for each seat that its snakes can take, all from one seed.\n' +
      'Exit codes: 0 all games played; 2 wrong usage; 3 stopped before the end;\n' +
      '4 a snake played no move of its own.\n' +
      'Ctrl-C ends the tournament and prints what the games so far have shown.',
  );
}

/** How many pairs are played. Throws a `UsageError` if two flags say it. */
export function readPairs({ pairs, games, perGame, gauntlet }: TournamentFlags, participants: number): number {
  if (pairs !== undefined && games !== undefined) throw usageFault('--games', 'and --pairs exclude each other.');
  if (games !== undefined) return Math.ceil(games / perGame);
  const groups = countGroups({ contestants: { length: participants }, perGame, isGauntlet: gauntlet !== undefined });
  return groups * (pairs ?? DEFAULT_ROUNDS);
}

/** Throws a `UsageError` if these snakes cannot play such games. */
export function checkParticipants(names: readonly string[], { perGame, gametype }: TournamentFlags): void {
  if (gametype === 'squad') {
    throw usageFault('--gametype', 'squad games cannot be rated: a snake of a squad does not win by itself.');
  }
  if (names.length < 2) {
    const example = 'Name two or more, as in "tournament greedy cautious random", or give --resume FILE.';
    throw usageFault('SNAKES', `are missing. ${example}`);
  }
  if (names.length < perGame) {
    const message = `is ${perGame}, but only ${names.length} snakes take part. Name the same one again to fill seats.`;
    throw usageFault('--per-game', message);
  }
}
