/** The buttons of the playback. */
import { isFollowing, type Playback, type PlaybackAction, type Reel } from '../playback/playback.js';

interface ControlsProps {
  readonly playback: Playback;
  readonly reel: Reel;
  readonly at: number;
  readonly onAction: (action: PlaybackAction) => void;
  /** Absent if nothing is marked. */
  readonly onMistake: (() => void) | undefined;
  /** `mark` without an analysis. */
  readonly next: 'mistake' | 'mark';
}

export function Controls({ playback, reel, at, onAction, onMistake, next }: ControlsProps) {
  const { turns } = reel;
  const isFirst = at === 0;
  const isLast = at >= turns.length - 1;
  const play = playback.isPlaying ? ['Pause', 'M7 5h3v14H7zM14 5h3v14h-3z'] : ['Play', 'M7 4l13 8-13 8z'];
  const buttons: readonly (readonly [label: string, icon: string, action: PlaybackAction, isOff: boolean])[] = [
    ['First turn', 'M5 5v14M19 5L9 12l10 7z', { kind: 'jump', to: 0 }, isFirst],
    ['One turn back', 'M16 5L6 12l10 7z', { kind: 'step', by: -1 }, isFirst],
    [play[0]!, play[1]!, { kind: 'toggle' }, turns.length < 2],
    ['One turn on', 'M8 5l10 7-10 7z', { kind: 'step', by: 1 }, isLast],
    ['Last turn', 'M19 5v14M5 5l10 7-10 7z', { kind: 'jump', to: Infinity }, isLast],
  ];
  return (
    <div class="controls" role="group" aria-label="Playback">
      {buttons.map(([label, icon, action, isOff]) => (
        // A disabled button stays focusable: focus must not get lost at the end of a game.
        <button
          key={label}
          type="button"
          class="control"
          aria-label={label}
          title={label}
          aria-disabled={isOff}
          onClick={() => !isOff && onAction(action)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={icon} />
          </svg>
        </button>
      ))}
      <span class="turn-count">
        Turn <strong>{turns[at] ?? 0}</strong> of {turns.at(-1) ?? 0}
        {isFollowing(playback, reel) && <span class="soft"> · following</span>}
      </span>
      <button type="button" title={`Next ${next} (m)`} aria-disabled={onMistake === undefined} onClick={onMistake}>
        Next {next}
      </button>
      <button type="button" class="speed" title="Change the speed (f)" onClick={() => onAction({ kind: 'faster' })}>
        {playback.speed} turns/s
      </button>
    </div>
  );
}
