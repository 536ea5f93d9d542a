/** Squads of a game: as named, or two that take turns. */
import { UsageError } from '../../errors.js';
import { DEFAULT_SETTINGS, type GameSettings } from '../../rules/settings.js';

/** What everybody shares in a squad game, unless told otherwise. */
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

/** Throws a {@link UsageError} when squads are named that the game has no use for, or not for every snake. */
export function seatSquads(ruleset: string, snakes: number, named: readonly string[]): Squads {
  const isSquad = ruleset === 'squad';
  if (named.length > 0 && !isSquad) throw fault(`"${named[0]}": squads are for the game type "squad" alone.`);
  if (named.length > 0 && named.length !== snakes) {
    throw fault(`${named.length} squads for ${snakes} snakes: name one for each, or none.`);
  }
  if (!isSquad)
    return { names: Array.from({ length: snakes }, () => ''), settings: DEFAULT_SETTINGS.squad, warnings: [] };
  return {
    names: Array.from({ length: snakes }, (_, seat) => named[seat] ?? TWO_SQUADS[seat % TWO_SQUADS.length]!),
    settings: ALL_SHARED,
    warnings: ['the rules of squad follow their documentation: no recorded game proves them'],
  };
}

function fault(message: string): UsageError {
  return new UsageError([{ source: '--squad', message }]);
}
