/** `play --from`: continues a recorded game with other snakes in its seats. */
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import type { GameRequest } from '../../../../src/wire/resources.js';
import { fixture } from '../../../support/fixtures.js';
import { killProcesses, runCli, writeConfig } from '../../../support/host-process.js';
import { useFolder } from '../../../support/journals.js';

const DUEL = fixture('games/duel.jsonl');
const TURN_11 = JSON.parse(readFileSync(DUEL, 'utf8').split('\n')[12]!) as GameRequest;
const [FIRST, SECOND] = TURN_11.board.snakes.map(({ id }) => id);

describe('play --from', () => {
  after(killProcesses);
  const folder = useFolder();

  it('plays on from there, and the same game again with the same seed', async () => {
    const config = writeConfig({ snakes: [{ prefix: '/good', strategy: 'good' }] });
    const play = async (name: string) => {
      const file = folder.path(name);
      const flags = `--from ${DUEL}:11 --snake random --seat ${FIRST}=/good --seed 4 -o ${file}`.split(' ');
      const { stderr, code } = await runCli(['play', '--config', config, ...flags]);
      expect(code).to.equal(0);
      expect(stderr).to.match(
        /^from turn 11:\n {2}good takes the seat of random \(length 4, health 96\)\n {2}random takes/,
      );
      return readFileSync(file, 'utf8');
    };
    const text = await play('once.jsonl');
    const [, first] = text.split('\n').map((line) => (line === '' ? {} : JSON.parse(line)) as GameRequest);
    expect(first!.turn).to.equal(11);
    expect(first!.board.snakes.map(({ id, name }) => [id, name])).to.deep.equal([
      [FIRST, 'good'],
      [SECOND, 'random'],
    ]);
    expect(await play('twice.jsonl')).to.equal(text);
  });
});
