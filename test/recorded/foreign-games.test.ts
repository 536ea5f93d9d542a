/** A recording of ours, written in each foreign form and read back, is the same game. */
import { expect } from 'chai';
import * as fc from 'fast-check';
import { writeFileSync } from 'node:fs';
import { play } from '../../src/arena/game/play.js';
import { createGameLines } from '../../src/arena/output/game-lines.js';
import { readGameFile } from '../../src/recorded/read-game-file.js';
import type { FullGameRow } from '../../src/views/game-rows.js';
import { parseRequest } from '../../src/wire/reader.js';
import { BARE, FRAMED, LAYOUTS, parseRecording } from '../support/foreign-games.js';
import { useFolder } from '../support/journals.js';
import { createParticipants } from '../support/local-snakes.js';

/** A request without what frames never have. */
function readBody(body: string) {
  const { game, turn, board, you } = parseRequest(body);
  const settings = { ...game.ruleset.settings, hazardMap: '', hazardMapAuthor: '' };
  return { game: { ...game, ruleset: { ...game.ruleset, settings } }, turn, board, you };
}

/** All that every form with frames keeps. */
function factsOf({ list, end, ...row }: FullGameRow) {
  const turns = list.map(({ turn, body, answer }) => ({ ...readBody(body), turn, move: answer.move }));
  return { ...row, imported: undefined, turns, end: readBody(end!) };
}

/** The same without what only moves and deaths tell: how a snake died, its last step, and where the dead lie. */
function bareFactsOf(game: FullGameRow): object {
  const { turns, end, ...row } = factsOf(game);
  const { game: played, turn, board } = end;
  const known = turns.map(({ move, ...each }) => ({ ...each, move: each.turn + 1 === game.died ? undefined : move }));
  return {
    ...row,
    cause: undefined,
    killer: undefined,
    turns: known,
    end: { played, turn, board: { ...board, snakes: [] } },
  };
}

const anyGame = fc.record({
  seed: fc.nat(1e6),
  ruleset: fc.constantFrom('standard', 'royale', 'wrapped', 'constrictor', 'solo'),
  snakes: fc.integer({ min: 2, max: 4 }),
  layout: fc.constantFrom(...Object.values(LAYOUTS)),
});

/** The lines of a game of snakes that move randomly. */
async function record({ seed, ruleset, snakes }: { seed: number; ruleset: string; snakes: number }) {
  const lines: string[] = [];
  const names = Array<'random'>(ruleset === 'solo' ? 1 : snakes).fill('random');
  const header = { seed, width: 7, height: 7, maxTurns: 5000 };
  const map = ruleset === 'royale' ? 'royale' : 'standard';
  const watchers = [createGameLines(header, (line) => void lines.push(line))];
  const rules = { ruleset, map } as Pick<Parameters<typeof play>[0], 'ruleset' | 'map'>;
  await play({ ...header, ...rules, participants: createParticipants(...names), watchers });
  return lines;
}

describe('a recording in a foreign form', () => {
  const folder = useFolder();

  const read = (text: string) => {
    const file = folder.path('game.json');
    writeFileSync(file, text);
    return readGameFile(file, {}, 0);
  };

  for (const [forms, toFacts] of [
    [FRAMED, factsOf],
    [BARE, bareFactsOf],
  ] as const satisfies readonly (readonly [typeof FRAMED, (game: FullGameRow) => object])[]) {
    for (const [form, write] of Object.entries(forms)) {
      it(`is the same game: ${form}`, async () => {
        const isSame = fc.asyncProperty(anyGame, async ({ layout, ...game }) => {
          const lines = await record(game);
          const kept = read(lines.join('\n')).map((row) => toFacts(row));
          const written = layout(write(parseRecording(lines)));
          expect(read(written).map((row) => toFacts(row))).to.deep.equal(kept);
        });
        await fc.assert(isSame, { numRuns: 4 });
      });
    }
  }
});
