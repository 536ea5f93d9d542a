import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { gameIdOf } from '../../../src/journal/journal-event.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { inRepository } from '../../support/fixtures.js';
import { useFolder } from '../../support/journals.js';

/** Enough to meet the journal in every state: before a batch, within one, after it. */
const KILLS = 8;
/** A killed host loses at most the events of this time before it was killed, in ms. */
const LOSS = 1000;
/** Longest life of a writer beyond that, in ms. */
const LIFE = 700;

/** What a writer prints when it has ended a game: the name, and when. */
interface Ended {
  readonly game: string;
  readonly at: number;
}

describe('a journal whose host is killed', () => {
  const folder = useFolder();

  it(`opens after each of ${KILLS} kills, and has every game that ended more than a second before`, async () => {
    const path = folder.path('killed.db');
    let checked = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const ended = await writeAndKill(path, `${kill}`, LIFE * (kill / KILLS));
      const killedAt = Date.now();
      const journal = await SqlJournal.open(path);
      for (const { game, at } of ended) {
        if (at > killedAt - LOSS) continue;
        const kept = await journal.findGame(gameIdOf({ snake: '/greedy', game, you: 'me' }));
        expect(kept, `${game}, ended ${killedAt - at} ms before the kill`).to.include({ result: 'win', moved: 20 });
        checked++;
      }
      const { games } = await journal.listGames({ limit: 500 });
      expect(games.filter(({ result }) => result === undefined)).to.deep.equal([]);
      await journal.close();
    }
    expect(checked).to.be.greaterThan(KILLS);
  });
});

/** Lets a process write games, kills it after `life` ms, and returns the games that it has ended. */
async function writeAndKill(path: string, name: string, life: number): Promise<Ended[]> {
  const writer: ChildProcess = spawn(process.execPath, [
    inRepository('dist/test/support/journal-writer.js'),
    path,
    name,
  ]);
  const ended: Ended[] = [];
  const exited = once(writer, 'exit');
  for await (const line of createInterface({ input: writer.stdout! })) {
    ended.push(JSON.parse(line) as Ended);
    if (ended.length === 1) setTimeout(() => writer.kill('SIGKILL'), LOSS + life);
  }
  await exited;
  return ended;
}
