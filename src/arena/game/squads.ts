/** The squads of a game: named by the caller, or two that take turns at the seats. */
import { UsageError } from '../../errors/errors.js';
import { DEFAULT_SETTINGS, type GameSettings } from '../../rules/settings.js';

const ALL_SHARED: GameSettings['squad'] = {
  allowBodyCollisions: true,
  sharedElimination: true,
  sharedHealth: true,
  sharedLength: true,
};
const TWO_SQUADS = ['red', 'blue'] as const;

export interface Squads {
  /** By seat; empty outside of squad games. */
  readonly names: readonly string[];
  readonly settings: GameSettings['squad'];
  readonly warnings: readonly string[];
}

/**
 * Throws a {@link UsageError} if squads are named in a game without squads, or not for every snake.
 *
 * @param names by seat; empty for two squads that take turns.
 * @param source where the names come from, for errors.
 */
export function seatSquads(ruleset: string, snakes: number, names: readonly string[], source: string): Squads {
  const fault = (message: string) => new UsageError([{ source, message }]);
  const isSquad = ruleset === 'squad';
  if (names.length > 0 && !isSquad) throw fault(`"${names[0]}": only the game type "squad" has squads.`);
  if (names.length > 0 && names.length !== snakes) {
    throw fault(`${names.length} squads for ${snakes} snakes: name one for each snake, or none.`);
  }
  if (!isSquad) {
    return { names: Array.from({ length: snakes }, () => ''), settings: DEFAULT_SETTINGS.squad, warnings: [] };
  }
  return {
    names: Array.from({ length: snakes }, (_, seat) => names[seat] ?? TWO_SQUADS[seat % TWO_SQUADS.length]!),
    settings: ALL_SHARED,
    warnings: ['the rules of squad follow their documentation: no recorded game proves them'],
  };
}
