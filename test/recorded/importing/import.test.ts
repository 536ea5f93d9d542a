/** Games by their frames become games of the journal: the same boards, steps and outcomes. */
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { loadGame } from '../../../src/recorded/importing/load-game.js';
import { toEvents } from '../../../src/recorded/importing/to-events.js';
import type { FullGameRow } from '../../../src/views/game-rows.js';
import { performAutopsy } from '../../../src/journal/report/autopsy.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { parseConformanceTurn } from '../../conformance/recorded-turn.js';
import { RULESET_NAMES } from '../../../src/rules/rulesets.js';
import type { ViewerTurn } from '../../../src/wire/viewer.js';
import { fixture } from '../../support/fixtures.js';
import {
  closeEngines,
  engineOf,
  framesOfRecorded,
  importedEvents,
  playFrames,
  rowsOf,
  serveEngine,
  type FramedGame,
} from '../../support/frames.js';
import { snakesNamed } from '../../support/games.js';

let journal: SqlJournal;

async function keep(framed: Pick<FramedGame, 'game' | 'frames'>, you: string): Promise<FullGameRow> {
  const { id } = await journal.importGame(importedEvents(framed, you, '/mine'));
  return (await journal.findGame(id))!;
}

function viewed(body: string): ViewerTurn {
  return (JSON.parse(body) as { viewer: ViewerTurn }).viewer;
}

describe('an imported game', () => {
  before(async () => void (journal = await SqlJournal.openToImport(':memory:')));
  after(() => journal.close());
  afterEach(closeEngines);

  for (const ruleset of RULESET_NAMES) {
    it(`is the game that the engine serves, byte for byte: ${ruleset}`, async () => {
      const map = ruleset === 'royale' ? 'royale' : 'standard';
      const snakes = snakesNamed(ruleset === 'solo' ? 1 : 4).map((snake, seat) => ({ ...snake, squad: `${seat % 2}` }));
      const played = playFrames({ seed: 7, ruleset, map, snakes });
      const base = await serveEngine(engineOf(played));
      const loaded = await loadGame({ base, id: played.game.ID });
      expect(JSON.stringify(loaded.game)).to.equal(JSON.stringify(played.game));
      expect(JSON.stringify(loaded.frames)).to.equal(JSON.stringify(played.frames));

      for (const { ID: you } of played.frames[0]!.Snakes) {
        const game = await keep(loaded, you);
        const bodies = [...game.list.map(({ body }) => body), game.end!];
        const served = bodies.map((body) => JSON.stringify(viewed(body).frame));
        expect(served).to.deep.equal(played.frames.slice(0, bodies.length).map((frame) => JSON.stringify(frame)));
        expect(viewed(game.end!).game).to.deep.equal(played.game);
        const moves = game.list.map(({ answer }) => answer.move);
        expect(moves).to.deep.equal(played.moves.slice(0, moves.length).map((made) => made[you]));
        const final = played.frames.at(-1)!.Snakes.find(({ ID }) => ID === you)!;
        expect([game.turns, game.died, game.cause]).to.deep.equal([
          played.frames.at(-1)!.Turn,
          final.Death?.Turn,
          final.Death?.Cause,
        ]);
        if (final.Death !== null) expect(performAutopsy(game, 5)).to.include({ cause: final.Death.Cause });
      }
    });
  }

  it('has the step and the death of every snake of the recorded turns of the official engine', async () => {
    const lines = readFileSync(fixture('conformance/turns.jsonl'), 'utf8').trim().split('\n').map(parseConformanceTurn);
    const seen = { steps: 0, deaths: 0, unseen: 0 };
    for (const [index, recorded] of lines.entries()) {
      if (recorded.gameOver) continue;
      const framed = framesOfRecorded(recorded, `recorded ${index}`);
      const rows = rowsOf(framed);
      for (const { id, eliminatedCause } of recorded.before.snakes) {
        if (eliminatedCause !== undefined) continue;
        let events;
        try {
          events = toEvents(
            rows.find(({ you }) => you === id)!,
            '/mine',
          );
        } catch {
          seen.unseen++;
          continue;
        }
        const [turn, ended] = [events[1]!, events[2]!];
        if (turn.kind !== 'turn' || ended.kind !== 'ended') throw new Error('a game has a turn and ends');
        const said = recorded.moves[id]!;
        if (['up', 'down', 'left', 'right'].includes(said))
          expect(turn.facts.answer.move, `line ${index} ${id}`).to.equal(said);
        const after = recorded.after.snakes.find((snake) => snake.id === id)!;
        expect(ended.outcome.cause, `line ${index} ${id}`).to.equal(after.eliminatedCause);
        seen.steps++;
        if (after.eliminatedCause !== undefined) seen.deaths++;
      }
    }
    expect(seen.steps).to.be.greaterThan(3000);
    expect(seen.deaths).to.be.greaterThan(500);
    expect(seen.unseen).to.equal(0);
  });
});
