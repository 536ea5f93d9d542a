/** The playback of a game: its clock, its keys. */
import { expect } from 'chai';
import { commandOf, KEY_LIST, type PressedKey } from '../../../../src/page/client/playback/keys.js';
import {
  isFollowing,
  shownAt,
  SPEEDS,
  START,
  stepPlayback,
  type Playback,
  type PlaybackAction,
  type Reel,
} from '../../../../src/page/client/playback/playback.js';

/** A game with frames of all turns before `count`. */
function reelOf(count: number, rest: Partial<Reel> = {}): Reel {
  return { turns: Array.from({ length: count }, (_, turn) => turn), isLive: false, opening: 0, ...rest };
}

function after(reel: Reel, ...actions: readonly PlaybackAction[]): Playback {
  return actions.reduce((playback, action) => stepPlayback(playback, action, reel), START);
}

const TEN = reelOf(10);
const LIVE = reelOf(10, { isLive: true, opening: Infinity });
const TICK = { kind: 'tick' } as const;
const TOGGLE = { kind: 'toggle' } as const;

describe('the playback', () => {
  it('begins where the game is worth looking at, until a reader moves', () => {
    expect(shownAt(START, reelOf(10, { opening: 6 }))).to.equal(6);
    const moved = after(TEN, { kind: 'step', by: 1 });
    expect(shownAt(moved, reelOf(10, { opening: 6 }))).to.equal(1);
  });

  it('plays on from the frame that is shown, and again from the first if that is the last', () => {
    expect(after(TEN, { kind: 'jump', to: Infinity }, TOGGLE)).to.deep.include({ turn: 0, isPlaying: true });
    expect(after(reelOf(10, { opening: 6 }), TOGGLE, TICK, TICK)).to.deep.include({ turn: 8, isPlaying: true });
  });

  it('stops at the end, and when a reader steps', () => {
    const played = after(TEN, { kind: 'jump', to: 7 }, TOGGLE, TICK, TICK, TICK);
    expect(played).to.deep.include({ turn: 9, isPlaying: false });
    expect(after(TEN, TOGGLE, TICK, { kind: 'step', by: 1 })).to.deep.include({ turn: 2, isPlaying: false });
    expect(after(TEN, TOGGLE, TICK, TOGGLE, TICK)).to.deep.include({ turn: 1, isPlaying: false });
  });

  it('shows only frames that exist', () => {
    expect(after(TEN, { kind: 'jump', to: -3 }).turn).to.equal(0);
    expect(after(TEN, { kind: 'jump', to: Infinity }).turn).to.equal(9);
    expect(after(TEN, { kind: 'step', by: 10 }).turn).to.equal(9);
    expect(after(reelOf(0), { kind: 'step', by: 1 }, TOGGLE, TICK)).to.deep.equal(START);
  });

  it('follows a live game until a reader looks back', () => {
    const longer = reelOf(12, { isLive: true, opening: Infinity });
    expect([shownAt(START, longer), isFollowing(START, longer)]).to.deep.equal([11, true]);
    const back = after(LIVE, { kind: 'step', by: -3 });
    expect([shownAt(back, longer), isFollowing(back, longer)]).to.deep.equal([6, false]);
    const again = stepPlayback(back, { kind: 'jump', to: Infinity }, longer);
    expect([shownAt(again, reelOf(13, { isLive: true })), isFollowing(again, longer)]).to.deep.equal([12, true]);
  });

  it('stays with the final board of a live game that was followed, and with its turn if it was not', () => {
    // The stream has left turns out; the journal knows them a moment after the end.
    const sparse = { turns: [0, 1, 5, 9], isLive: true, opening: Infinity };
    const whole = reelOf(11, { opening: Infinity });
    expect(shownAt(START, { ...sparse, turns: [...sparse.turns, 10], isLive: false })).to.equal(4);
    expect(shownAt(START, whole)).to.equal(10);
    expect(shownAt(after(sparse, { kind: 'step', by: -1 }), whole)).to.equal(5);
  });

  it('finds frames by turn; a missing turn is found at the one before', () => {
    const reel = { ...TEN, turns: [0, 1, 3, 4] };
    const found = [0, 1, 2, 3, 4, 99].map((turn) => shownAt({ ...START, turn }, reel));
    expect(found).to.deep.equal([0, 1, 1, 2, 3, 3]);
    expect(shownAt({ ...START, turn: 5 }, reelOf(0))).to.equal(0);
  });

  it('shows a turn that was asked for before its piece of a long game has arrived', () => {
    const linked = { ...START, turn: 700 };
    expect(shownAt(linked, reelOf(698))).to.equal(697);
    expect(shownAt(linked, reelOf(814))).to.equal(700);
  });

  it('goes through all speeds', () => {
    const faster = SPEEDS.map((_, times) =>
      after(TEN, ...SPEEDS.slice(0, times).map(() => ({ kind: 'faster' }) as const)),
    );
    expect(new Set(faster.map(({ speed }) => speed))).to.deep.equal(new Set(SPEEDS));
  });
});

describe('the keys', () => {
  it('step, jump, play and change the speed', () => {
    expect(press('ArrowRight')).to.deep.equal({ kind: 'step', by: 1 });
    expect(press('ArrowLeft', { shiftKey: true })).to.deep.equal({ kind: 'step', by: -10 });
    expect(press('Home')).to.deep.equal({ kind: 'jump', to: 0 });
    expect(press('End')).to.deep.equal({ kind: 'jump', to: Infinity });
    expect(press(' ')).to.deep.equal({ kind: 'toggle' });
    expect(press('f')).to.deep.equal({ kind: 'faster' });
    expect(press('?', { shiftKey: true })).to.deep.equal({ kind: 'help' });
  });

  it("leave the browser's own alone", () => {
    expect(press('f', { ctrlKey: true })).to.equal(undefined);
    // Without the focus on the board they scroll the page.
    expect(commandOf(keyOf('ArrowUp'), false)).to.equal(undefined);
    expect(commandOf(keyOf('ArrowDown'), false)).to.equal(undefined);
    expect(press('ArrowLeft', { altKey: true })).to.equal(undefined);
    expect(press('Tab')).to.equal(undefined);
  });

  it('are all listed', () => {
    const listed = KEY_LIST.flatMap(({ keys }) => keys as readonly string[]);
    const names = { '←': 'ArrowLeft', '→': 'ArrowRight', '↑': 'ArrowUp', '↓': 'ArrowDown', Space: ' ' };
    for (const written of listed) {
      const [key, shift] = written.split(' + ').toReversed() as [string, string?];
      const command = press(names[key as keyof typeof names] ?? key, { shiftKey: shift === 'Shift' });
      expect(command, written).not.to.equal(undefined);
    }
  });
});

function keyOf(key: string, rest: Partial<PressedKey> = {}): PressedKey {
  return { key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...rest };
}

function press(key: string, rest: Partial<PressedKey> = {}) {
  return commandOf(keyOf(key, rest), true);
}
