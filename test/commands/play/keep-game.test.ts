import { expect } from 'chai';
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { createGameLines } from '../../../src/arena/output/game-lines.js';
import { play } from '../../../src/arena/game/play.js';
import { keepGame } from '../../../src/commands/play/keep-game.js';
import { findFileGame, openGame } from '../../../src/recorded/open-game.js';
import { openDirectly, gameEvents, useFolder } from '../../support/journals.js';
import { createParticipants } from '../../support/local-snakes.js';

describe('the games that "play" keeps', () => {
  const folder = useFolder();
  const config = () => folder.path('config/snakes.yaml');
  before(() => {
    mkdirSync(folder.path('config'));
    writeFileSync(config(), 'snakes: [{ prefix: /greedy, strategy: greedy }]');
  });

  async function playOne(id: string, ...names: string[]): Promise<void> {
    const header = { seed: 3, width: 7, height: 7, maxTurns: 5 };
    const [file] = await keepGame(config());
    const watchers = [createGameLines(header, (line) => file!.write(line))];
    const participants = createParticipants(...names);
    const snakes = names.map((name) => `${id}-${name}`);
    await play({ ...header, participants, watchers, ids: { game: id, snakes } });
    await file!.close();
  }
  const last = async (you?: string) => (await openGame('last', { config: config(), you }))[0].id;

  it('are none where there is no configuration', async () => {
    expect(await keepGame(folder.path('nowhere.yaml'))).to.deep.equal([]);
  });

  it('are found by "last", also for one snake', async () => {
    await playOne('first', 'greedy', 'constant');
    await playOne('second', 'greedy', 'random');
    expect([await last(), await last('/greedy'), await last('constant')]).to.deep.equal(['second', 'second', 'first']);
  });

  it('leave out one that was stopped before its first turn', async () => {
    const [file] = await keepGame(config());
    await file!.close();
    expect(await last()).to.equal('second');
  });

  it('stand behind the journal if it has a newer game, or knows the same one as its snake', async () => {
    const journal = await openDirectly(folder.path('data/serpentarium.db'));
    const endOf = (game: string, at: number) =>
      journal.write(gameEvents({ snake: '/greedy', game, at, result: 'win' }));
    await endOf('older', Date.now() - 60_000);
    expect(await last()).to.equal('second');
    await endOf('second', Date.now() - 50_000);
    expect(await findFileGame('last', config())).to.equal(undefined);
    await playOne('third', 'greedy');
    expect(await last()).to.equal('third');
    await endOf('newer', Date.now() + 60_000);
    expect(await findFileGame('last', config())).to.equal(undefined);
    await journal.close();
  });

  it('have a file each, the newest by name, also within one millisecond or if the clock is set back', async () => {
    const list = () => readdirSync(folder.path('data/played')).toSorted();
    renameSync(folder.path(`data/played/${list().at(-1)}`), folder.path('data/played/2100-01-01T00-00-00.000Z.jsonl'));
    for (let index = 1; index < 100; index++) {
      const [file] = await keepGame(config());
      await file!.close();
      expect(list().at(-1)).to.equal(`2100-01-01T00-00-00.0${String(index).padStart(2, '0')}Z.jsonl`);
    }
  });

  it('are the last 20', async () => {
    for (let index = 0; index < 22; index++) await playOne(`many-${index}`, 'constant');
    expect(readdirSync(folder.path('data/played'))).to.have.lengthOf(20);
    expect(await last('constant')).to.equal('many-21');
  });
});
