/** Facts about a game that its frames lack: of the command line, or of the platform's lists, which name its type. */
import { isRulesetName } from '../../rules/rulesets.js';
import type { ViewerGame } from '../../wire/viewer.js';

export interface GivenGame {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** A ruleset, or one of {@link GAME_TYPE_NAMES}. */
  readonly gametype?: string | undefined;
  readonly map?: string | undefined;
  /** The name or id of the winner. */
  readonly winner?: string | undefined;
}

/** The platform's types of games, as its API takes them. */
const GAME_TYPES: ReadonlyMap<string, readonly [ruleset: string, map: string]> = new Map([
  ['standard', ['standard', 'standard']],
  ['royale', ['royale', 'royale']],
  ['constrictor', ['constrictor', 'standard']],
  ['snail', ['standard', 'snail_mode']],
  ['solo', ['solo', 'standard']],
]);

export const GAME_TYPE_NAMES = [...GAME_TYPES.keys()];

/** The ruleset and the map of a type, however it is spelt: `Snail Mode`. No map if only the ruleset is known. */
function readGameType(type: string): { readonly ruleset: string; readonly map?: string | undefined } {
  const name = type
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '_');
  const [ruleset, map] = GAME_TYPES.get(name.replace(/_mode$/, '')) ?? [isRulesetName(name) ? name : type.trim()];
  return { ruleset, map };
}

/** The game with the given facts; the map of a type only fills a gap. */
export function withGiven(game: ViewerGame, { width, height, gametype, map }: GivenGame): ViewerGame {
  const type = gametype === undefined ? undefined : readGameType(gametype);
  const Map = map ?? (game.Map || type?.map);
  return {
    ...game,
    ...(width !== undefined && { Width: width }),
    ...(height !== undefined && { Height: height }),
    ...(type && { Ruleset: { ...game.Ruleset, name: type.ruleset } }),
    ...(Map !== undefined && { Map }),
  };
}
