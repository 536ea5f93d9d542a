/** The playback of a game: its clock, its keys. */
import { expect } from 'chai';
import { commandOf, KEY_LIST, type PressedKey } from '../../../../src/page/client/playback/keys.js';
import {
  frameMs,
  frameOfTurn,
  isFollowing,
  NO_PLAYBACK,
  SPEEDS,
  stepPlayback,
  type Playback,
  type PlaybackAction,
} from '../../../../src/page/client/playback/playback.js';

function after(...actions: readonly PlaybackAction[]): Playback {
  return actions.reduce(stepPlayback, NO_PLAYBACK);
}

function frames(turns: readonly number[], isLive: boolean): PlaybackAction {
  return { kind: 'frames', turns, isLive };
}

/** Frames of all turns before `count`. */
function framesOf(count: number, isLive = false): PlaybackAction {
  return frames(
    Array.from({ length: count }, (_, turn) => turn),
    isLive,
  );
}

const TEN = framesOf(10);
const LIVE = framesOf(10, true);
const TICK = { kind: 'tick' } as const;
const TOGGLE = { kind: 'toggle' } as const;

describe('the playback', () => {
  it('begins at the last frame of a game that is over, and plays it from the first', () => {
    expect(after(TEN)).to.deep.include({ at: 9, isPlaying: false });
    expect(isFollowing(after(TEN))).to.equal(false);
    expect(after(TEN, TOGGLE)).to.deep.include({ at: 0, isPlaying: true });
    expect(after(TEN, TOGGLE, TICK, TICK)).to.deep.include({ at: 2, isPlaying: true });
  });

  it('stops at the end, and when somebody steps', () => {
    const played = after(TEN, { kind: 'jump', to: 7 }, TOGGLE, TICK, TICK, TICK);
    expect(played).to.deep.include({ at: 9, isPlaying: false });
    expect(after(TEN, TOGGLE, TICK, { kind: 'step', by: 1 })).to.deep.include({ at: 2, isPlaying: false });
    expect(after(TEN, TOGGLE, TICK, TOGGLE, TICK)).to.deep.include({ at: 1, isPlaying: false });
  });

  it('shows only frames that exist', () => {
    expect(after(TEN, { kind: 'jump', to: -3 }).at).to.equal(0);
    expect(after(TEN, { kind: 'jump', to: Infinity }).at).to.equal(9);
    expect(after(TEN, { kind: 'step', by: 10 }).at).to.equal(9);
    expect(after({ kind: 'step', by: 1 }, TOGGLE, TICK)).to.deep.include({ at: 0, isPlaying: false });
  });

  it('follows a live game until somebody looks back', () => {
    expect(after(LIVE, framesOf(12, true)).at).to.equal(11);
    const back = after(LIVE, { kind: 'step', by: -3 }, framesOf(12, true));
    expect([back.at, isFollowing(back)]).to.deep.equal([6, false]);
    const again = stepPlayback(stepPlayback(back, { kind: 'jump', to: Infinity }), framesOf(13, true));
    expect([again.at, isFollowing(again)]).to.deep.equal([12, true]);
  });

  it('stays with the final board of a live game that was followed, and with its turn if it was not', () => {
    // The stream has left turns out; the journal knows them a moment after the end.
    const [sparse, whole] = [
      [0, 1, 5, 9],
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    ];
    const ended = after(frames(sparse, true), frames([...sparse, 10], false));
    expect(ended.at).to.equal(4);
    expect(stepPlayback(ended, frames(whole, false)).at).to.equal(10);
    const back = stepPlayback(after(frames(sparse, true), { kind: 'step', by: -1 }), frames(whole, false));
    expect(back.turns[back.at]).to.equal(5);
  });

  it('finds frames by turn; a missing turn is found at the one before', () => {
    expect([0, 1, 2, 3, 4, 99].map((turn) => frameOfTurn([0, 1, 3, 4], turn))).to.deep.equal([0, 1, 1, 2, 3, 3]);
    expect(frameOfTurn([], 5)).to.equal(0);
  });

  it('stays where the reader is when a game that is over is loaded piece by piece', () => {
    const read = after(TEN, { kind: 'jump', to: 4 }, framesOf(300));
    expect(read.at).to.equal(4);
  });

  it('goes through all speeds', () => {
    const speeds = SPEEDS.map((_, times) => after(...SPEEDS.slice(0, times).map(() => ({ kind: 'faster' }) as const)));
    expect(new Set(speeds.map(({ speed }) => speed))).to.deep.equal(new Set(SPEEDS));
    expect(frameMs({ speed: 5 })).to.equal(200);
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

function press(key: string, rest: Partial<PressedKey> = {}) {
  return commandOf({ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...rest });
}
