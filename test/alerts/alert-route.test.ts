import { expect } from 'chai';
import { AlertRoute, type Alert, type Incident } from '../../src/alerts/alert-route.js';
import type { AlertConfig } from '../../src/config/types.js';

const MINUTE = 60_000;
const CONFIG: AlertConfig = {
  url: 'https://chat.example/hook',
  on: ['lostTurns', 'crashLoop', 'journalBroken'],
  lostTurns: 3,
  crashes: 5,
  within: 5 * 60_000,
  pause: 15 * 60_000,
};

/** A route with a clock that a test sets. */
function createRoute(config: Partial<AlertConfig> = {}) {
  const sent: Alert[] = [];
  let now = 1000;
  const timers = new Set<{ readonly at: number; readonly done: () => void }>();
  const clock = {
    now: () => now,
    after(ms: number, done: () => void) {
      const timer = { at: now + ms, done };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  };
  const route = new AlertRoute({ ...CONFIG, ...config }, clock, (alert) => void sent.push(alert));
  return {
    route,
    sent,
    timers,
    pass(minutes: number) {
      now += minutes * MINUTE;
      for (const timer of timers) if (timer.at <= now && timers.delete(timer)) timer.done();
    },
    note: (times: number, more: Partial<Incident> = {}) => {
      for (let time = 0; time < times; time++) route.note({ ...lostTurn, ...more });
    },
  };
}

const lostTurn: Incident = {
  kind: 'lostTurns',
  snake: '/a',
  counted: 'lostTurns',
  describe: (count, minutes) => ({ summary: `${count} in ${minutes}`, advice: 'look' }),
};
const ending: Partial<Incident> = { over: (minutes) => `quiet for ${minutes}` };
const shown = ({ summary, counts, heldBack }: Alert) => [summary, counts, heldBack];

describe('AlertRoute', () => {
  it('alerts when a cause reaches its threshold within the minutes that count', () => {
    const { note, sent, pass } = createRoute();
    note(2);
    pass(6);
    note(2);
    expect(sent).to.deep.equal([]);
    note(1);
    expect(sent.map(shown)).to.deep.equal([['3 in 5', { lostTurns: 3, minutes: 5 }, 0]]);
  });

  it('counts each snake and kind separately', () => {
    const { note, sent } = createRoute();
    note(2);
    note(2, { snake: '/b' });
    note(4, { kind: 'crashLoop' });
    expect(sent).to.deep.equal([]);
    note(1, { snake: '/b' });
    note(1, { kind: 'crashLoop' });
    expect(sent.map(({ kind, snake }) => [kind, snake])).to.deep.equal([
      ['lostTurns', '/b'],
      ['crashLoop', '/a'],
    ]);
  });

  it('says nothing of kinds that nobody asked for', () => {
    const { note, sent } = createRoute();
    note(9, { kind: 'verdict' });
    expect(sent).to.deep.equal([]);
  });

  it('holds back further alerts of a cause, and says after the pause how many', () => {
    const { note, sent, pass, timers } = createRoute();
    note(3);
    note(7);
    pass(14);
    note(6);
    expect(sent).to.have.lengthOf(1);
    pass(1);
    expect(sent.slice(1).map(shown)).to.deep.equal([['12 in 15', { lostTurns: 12, minutes: 15 }, 4]]);
    expect(timers.size).to.equal(0);
  });

  it('says when a cause has been quiet for as long as it counts, and how many alerts were held back', () => {
    const { note, sent, pass, timers } = createRoute();
    note(3, ending);
    pass(4);
    note(4, ending);
    pass(4);
    expect(sent).to.have.lengthOf(1);
    pass(1);
    expect(sent.slice(1)).to.deep.equal([
      { kind: 'lostTurns', snake: '/a', summary: 'quiet for 5', advice: '', counts: {}, heldBack: 1, isOver: true },
    ]);
    expect(timers.size).to.equal(0);
    pass(10);
    note(3, ending);
    expect(sent.map(({ isOver }) => isOver ?? false)).to.deep.equal([false, true, false]);
  });

  it('says that a cause has ended when that is known, and forgets what it has held back of it', () => {
    const { route, note, sent, pass, timers } = createRoute();
    const away = { kind: 'journalBroken', snake: undefined, over: () => 'back' } as const;
    route.end(away);
    note(1, away);
    expect(sent).to.have.lengthOf(1);
    route.end(away);
    route.end(away);
    expect(sent.map(({ summary }) => summary)).to.deep.equal(['1 in 5', 'back']);
    note(1, away);
    expect(timers.size).to.equal(1);
    route.end(away);
    expect(timers.size).to.equal(0);
    pass(60);
    expect(sent).to.have.lengthOf(2);
  });

  it('alerts of another cause during the pause', () => {
    const { note, sent } = createRoute();
    note(3);
    note(3, { snake: '/b' });
    expect(sent.map(({ snake }) => snake)).to.deep.equal(['/a', '/b']);
  });

  it('begins another pause with each alert, and alerts at once when one has passed in peace', () => {
    const { note, sent, pass } = createRoute();
    note(3);
    note(3);
    pass(15);
    note(3);
    expect(sent).to.have.lengthOf(2);
    pass(15);
    expect(sent.map(({ heldBack }) => heldBack)).to.deep.equal([0, 1, 1]);
    pass(16);
    note(3);
    expect(sent.map(({ heldBack }) => heldBack)).to.deep.equal([0, 1, 1, 0]);
  });

  it('keeps no timer when it is closed', () => {
    const { route, note, sent, pass, timers } = createRoute();
    note(6);
    route.close();
    expect(timers.size).to.equal(0);
    pass(60);
    expect(sent).to.have.lengthOf(1);
  });
});
