/**
 * Engines differ in what they do with dead snakes. A host's strategies see only the living, and it knows how games
 * ended.
 */
import { expect } from 'chai';
import { DIALECTS } from '../../../src/arena/game/dialects.js';
import { play } from '../../../src/arena/game/play.js';
import type { WatcherTurn } from '../../../src/arena/game/watcher.js';
import { findMap, mapNames } from '../../../src/rules/maps/registry.js';
import type { RulesetName } from '../../../src/rules/rulesets.js';
import type { Turn } from '../../../src/snakes/strategy/contract.js';
import type { SnakeReport } from '../../../src/snakes/snake-report.js';
import { createIds } from '../../../src/arena/game/play-options.js';
import { fatesOf } from '../../support/arena-engine.js';
import { boardFor } from '../../support/games.js';
import { createParticipant, SHIPPED } from '../../support/local-snakes.js';

const NAMES = ['random', 'greedy', 'random', 'constant', 'random'] as const;
const RULESETS: readonly RulesetName[] = ['standard', 'royale', 'wrapped', 'constrictor', 'wrapped_constrictor'];

describe('a host', () => {
  for (const dialect of ['arena', 'cli'] as const) {
    for (const ruleset of RULESETS) {
      it(`knows who is alive on each turn, and at the end, of ${ruleset} as the ${dialect} engine plays it`, async () => {
        for (const map of mapsOf(ruleset)) await checkGame(dialect, ruleset, map);
      });
    }
  }
});

/** Without food, the solo maze begins a new level every turn, and its snake lives until the last turn of all. */
function mapsOf(ruleset: RulesetName): string[] {
  return mapNames().filter((map) => map !== 'solo_maze' || !ruleset.endsWith('constrictor'));
}

async function checkGame(dialect: keyof typeof DIALECTS, ruleset: RulesetName, map: string): Promise<void> {
  const results = new Map<string, string>();
  const events = (_: string, report: SnakeReport) => {
    if (report.type === 'gameEnded') results.set(report.you, report.ending);
  };
  /** The snakes that each living snake was shown on the current turn. */
  let seen: string[][] = [];
  const names = NAMES.slice(0, findMap(map).snakes.max);
  const participants = names.map((name) => {
    const { move, ...rest } = SHIPPED[name] as { readonly move: (turn: Turn, context: unknown) => unknown };
    const recordSeen = (turn: Turn, context: unknown) => {
      seen.push(turn.board.snakes.map(({ id }) => id));
      return move(turn, context);
    };
    return createParticipant(name, { ...rest, move: recordSeen }, events);
  });
  const seed = `${dialect} ${ruleset} ${map}`;
  const { snakes: ids } = createIds(seed, names.length);
  const played = ({ replies, frame }: WatcherTurn) => {
    const living = ids.filter((_, seat) => replies[seat] !== undefined);
    for (const list of seen) expect(list, `${seed}, turn ${frame.turn}`).to.deep.equal(living);
    expect(seen).to.have.lengthOf(living.length);
    seen = [];
  };
  const options = { participants, ruleset, map, ...boardFor(map), seed, dialect: DIALECTS[dialect] };
  const result = await play({ ...options, watchers: [{ played }] });
  const reported = ids.map((id) => results.get(id));
  expect(reported, seed).to.deep.equal(fatesOf(result));
}
