import { expect } from 'chai';
import { readdirSync, writeFileSync } from 'node:fs';
import { removeGameFiles } from '../../../src/arena/output/game-lines.js';
import { readRequest } from '../../../src/wire/reader.js';
import type { GameRequest } from '../../../src/wire/resources.js';
import { linesOf } from '../../support/game-texts.js';
import { useFolder } from '../../support/journals.js';
import { createParticipants } from '../../support/local-snakes.js';
import { withUnseen } from '../../support/requests.js';

describe('createGameLines', () => {
  let lines: string[] = [];
  before(async () => {
    const participants = createParticipants('constant', 'random', 'greedy');
    lines = await linesOf({ participants, seed: 8, map: 'snail_mode', ruleset: 'wrapped', timeout: 300 });
  });

  it('begins with the game as snakes see it, and what is needed to play it again', () => {
    const first = JSON.parse(lines[0]!) as Record<string, unknown>;
    const { game } = JSON.parse(lines[1]!) as GameRequest;
    expect(first).to.deep.include({ ...game, width: 11, height: 11, seed: 8, maxTurns: 5000 });
    expect(first['snakes']).to.have.lengthOf(3);
    expect((first['snakes'] as object[])[2]).to.deep.include({ name: 'greedy', squad: '' });
  });

  it('writes a line for each turn and one for the final position', () => {
    const turns = lines.slice(1, -1).map((line) => (JSON.parse(line) as GameRequest).turn);
    const { turns: last } = JSON.parse(lines.at(-1)!) as { turns: number };
    expect(turns).to.deep.equal(Array.from({ length: last + 1 }, (_, turn) => turn));
  });

  it('writes turns that can be posted to a snake without any repair', () => {
    for (const line of lines.slice(1, -1)) {
      const body = JSON.parse(line) as GameRequest;
      expect(readRequest(structuredClone(body))).to.deep.equal(withUnseen(body));
    }
  });

  it('writes the moves made on each board, their latencies, and the deaths that followed', () => {
    const rows = lines.slice(1, -1).map((line) => JSON.parse(line) as GameRequest & TurnFields);
    rows.forEach(({ board, moves, latencies, deaths }, index) => {
      const living = board.snakes.map(({ id }) => id);
      const isLast = index === rows.length - 1;
      expect(Object.keys(moves)).to.deep.equal(isLast ? [] : living);
      expect(Object.keys(latencies)).to.deep.equal(Object.keys(moves));
      const gone = new Set(deaths.map(({ id }) => id));
      expect(rows[index + 1]?.board.snakes.map(({ id }) => id) ?? []).to.deep.equal(
        isLast ? [] : living.filter((id) => !gone.has(id)),
      );
      for (const { turn } of deaths) expect(turn).to.equal(index + 1);
    });
  });

  it('ends with the result', () => {
    const result = JSON.parse(lines.at(-1)!) as Record<string, unknown>;
    expect(result).to.have.all.keys('winnerId', 'winnerName', 'isDraw', 'turns', 'deaths');
    const last = JSON.parse(lines.at(-2)!) as GameRequest;
    expect(last.board.snakes.map(({ id }) => id)).to.deep.equal(result['winnerId'] === '' ? [] : [result['winnerId']]);
  });
});

describe('removeGameFiles', () => {
  const folder = useFolder();

  it('removes the games of the pairs that are played again, and nothing else', () => {
    const kept = ['pair-000001-game-1.jsonl', 'pair-000002-game-2.jsonl', 'pair-000009.txt'];
    for (const name of [...kept, 'pair-000003-game-1.jsonl', 'pair-1000000-game-2.jsonl']) {
      writeFileSync(folder.path(name), '');
    }
    removeGameFiles(folder.path('.'), 2);
    expect(readdirSync(folder.path('.')).sort()).to.deep.equal(kept);
  });
});

interface TurnFields {
  readonly moves: Record<string, string>;
  readonly latencies: Record<string, number>;
  readonly deaths: readonly { readonly id: string; readonly turn: number }[];
}
