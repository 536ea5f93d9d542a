/** The flags of a game, named as in the official command-line tool. Shared by `play` and `compare`. */
import type { ContestSettings } from '../../arena/contest/contest.js';
import { UsageError, messageOf, type Fault } from '../../errors/errors.js';
import { LAST_TURN } from '../../rules/game.js';
import { checkMap } from '../../rules/maps/game-map.js';
import { findMap, mapNames } from '../../rules/maps/registry.js';
import { isRulesetName, RULESET_NAMES, type RulesetName } from '../../rules/rulesets.js';
import { DEFAULT_SETTINGS, fillSettings } from '../../rules/settings.js';
import { MAX_SIDE } from '../../rules/types.js';
import { didYouMean } from '../../errors/did-you-mean.js';
import { time, whole } from '../arguments.js';
import { below, planFlag, anyText, type ValuesOf } from '../flags.js';
import { DEFAULT_TIMEOUT } from '../../wire/resources.js';

/**
 * The flags of a game.
 *
 * @param timeout default time for an answer, in ms; or a rule for it, which the caller applies.
 */
export function gameFlags(timeout: number | string = DEFAULT_TIMEOUT) {
  const { foodSpawnChance, minimumFood, hazardDamagePerTurn, royale } = DEFAULT_SETTINGS;
  const { shrinkEveryNTurns } = royale;
  const shrink = 'how often the board of a royale game shrinks';
  return below('Game', [
    planFlag('-W, --width <CELLS>', 'width of the board', whole(1, MAX_SIDE), 11),
    planFlag('-H, --height <CELLS>', 'height of the board', whole(1, MAX_SIDE), 11),
    typeof timeout === 'string'
      ? planFlag('-t, --timeout <TIME>', `time for an answer (default: ${timeout})`, time('1ms', '1h'))
      : planFlag('-t, --timeout <TIME>', 'time for an answer', time('1ms', '1h'), timeout),
    planFlag('-g, --gametype <RULESET>', RULESET_NAMES.join(', '), anyText, 'standard'),
    planFlag('-m, --map <MAP>', 'the map; "serpentarium maps" lists them', anyText, 'standard'),
    planFlag('--max-turns <TURNS>', 'end the game after this many turns', whole(1, 1_000_000), LAST_TURN),
    planFlag('--foodSpawnChance <PERCENT>', 'chance of new food on each turn', whole(0, 100), foodSpawnChance),
    planFlag('--minimumFood <PIECES>', 'keep at least this much food on the board', whole(0, 10_000), minimumFood),
    planFlag('--hazardDamagePerTurn <HEALTH>', 'health lost on each hazard', whole(-100, 100), hazardDamagePerTurn),
    planFlag('--shrinkEveryNTurns <TURNS>', shrink, whole(1, 1_000_000), shrinkEveryNTurns),
  ]);
}

export type GameFlags = ValuesOf<ReturnType<typeof gameFlags>>;

/** The game of the flags, for this number of snakes. Throws a {@link UsageError} with all faults. */
export function readGameFlags(flags: GameFlags, snakes: number): ContestSettings {
  const { gametype, map, width, height, timeout = DEFAULT_TIMEOUT, maxTurns, shrinkEveryNTurns, ...rest } = flags;
  const { foodSpawnChance, minimumFood, hazardDamagePerTurn } = rest;
  const faults: Fault[] = [];
  if (!isRulesetName(gametype)) {
    const hint = didYouMean(gametype, RULESET_NAMES) || ` Known: ${RULESET_NAMES.join(', ')}.`;
    faults.push({ source: '--gametype', message: `"${gametype}" is not a ruleset.${hint}` });
  }
  if (!mapNames().includes(map)) {
    const hint = didYouMean(map, mapNames()) || ` Known: ${mapNames().join(', ')}.`;
    faults.push({ source: '--map', message: `"${map}" is not a map.${hint}` });
  } else if (snakes > 0) {
    try {
      checkMap(findMap(map), { width, height }, snakes);
    } catch (thrown) {
      faults.push({ source: '--map', message: messageOf(thrown) });
    }
  }
  if (faults.length > 0) throw new UsageError(faults);
  const royale = { shrinkEveryNTurns };
  const settings = fillSettings({ foodSpawnChance, minimumFood, hazardDamagePerTurn, royale });
  return { ruleset: gametype as RulesetName, map, width, height, timeout, maxTurns, settings };
}
