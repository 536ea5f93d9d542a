/** The live stream of a real host. */
import { expect } from 'chai';
import { gameIdOf } from '../../../src/journal/journal-event.js';
import type { GamePieceView } from '../../../src/views/game.js';
import type { LiveSnapshot, LiveUpdate } from '../../../src/views/live.js';
import { killProcesses, newJournal, spawnHost } from '../../support/host-process.js';
import { DUEL } from '../../support/journals.js';
import { readLive, type HttpReader } from '../../support/live-readers.js';
import { sketchRequest } from '../../support/requests.js';
import { until } from '../../support/soon.js';

const SNAKES = [{ prefix: '/a', strategy: 'good', isolation: 'inline' }];

function updatesOf({ events }: HttpReader): LiveUpdate[] {
  return events.filter(({ event }) => event === 'update').map(({ data }) => data as LiveUpdate);
}

const turnsOf = ({ data }: HttpReader['events'][number]) => (data as Partial<GamePieceView>).turns ?? [];

describe('the live stream of a host', () => {
  after(killProcesses);

  it('shows games as they go, and ends first when the host drains', async () => {
    const host = await spawnHost({
      snakes: SNAKES,
      server: { drain: 1500, grace: 5000 },
      journal: newJournal(),
    });
    const post = async (action: string, turn: number) => {
      const body = JSON.stringify(sketchRequest({ ...DUEL, game: 'g', turn }));
      expect((await fetch(`${host.url}/a/${action}`, { method: 'POST', body })).status).to.equal(200);
    };
    const reader = await readLive(`${host.admin}/api/live`);
    await until(() => reader.events.length > 0);
    const snapshot = reader.events[0]!.data as LiveSnapshot;
    expect(snapshot.host).to.deep.include({ state: 'ready', games: 0 });
    expect(snapshot.host.journal.state).to.equal('working');
    expect(snapshot.host.snakes.map(({ prefix, isolation }) => [prefix, isolation])).to.deep.equal([['/a', 'inline']]);
    await post('start', 0);
    const id = gameIdOf({ snake: '/a', game: 'g', you: 'me' });
    const watched = await readLive(`${host.admin}/api/games/${id}/live`);
    for (let turn = 0; turn < 3; turn++) await post('move', turn);
    await until(() => updatesOf(reader).some(({ games = [] }) => games.some(({ turn: { turn } }) => turn === 2)));
    await until(() => watched.events.flatMap(turnsOf).some(({ turn }) => turn === 2));
    const answered = watched.events.flatMap(turnsOf).filter(({ answer }) => answer !== undefined);
    expect([...new Set(answered.map(({ turn }) => turn))]).to.deep.equal([0, 1, 2]);
    await post('end', 3);
    await until(() => updatesOf(reader).some(({ games = [] }) => games.some(({ endedAt }) => endedAt !== undefined)));
    await watched.ended;
    expect(watched.events.at(-1)).to.deep.include({ event: 'end', data: { reason: 'over' } });
    host.signal('SIGTERM');
    await reader.ended;
    expect(reader.events.at(-1)).to.deep.include({ event: 'end', data: { reason: 'closing', retry: 2000 } });
    // The public port still answers: streams end before anything else.
    expect((await fetch(host.url)).status).to.equal(200);
    expect((await host.ended).code).to.equal(0);
  });
});
