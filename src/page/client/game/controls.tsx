/** The buttons and keys of the playback, and what the marks on the scrubber mean. */
import { useEffect, useRef } from 'preact/hooks';
import { formatMany } from '../format/numbers.js';
import { isFollowing, type Playback, type PlaybackAction } from '../playback/playback.js';
import type { TurnMark } from './frames.js';
import { MARK_SHAPES } from './scrubber.js';
import { KEY_LIST } from '../playback/keys.js';

interface ControlsProps {
  readonly playback: Playback;
  readonly onAction: (action: PlaybackAction) => void;
  readonly onHelp: () => void;
}

export function Controls({ playback, onAction, onHelp }: ControlsProps) {
  const { isPlaying, speed, at, turns } = playback;
  const isFirst = at === 0;
  const isLast = at >= turns.length - 1;
  return (
    <div class="controls" role="group" aria-label="Playback">
      <Control label="First turn" icon="first" isOff={isFirst} onPress={() => onAction({ kind: 'jump', to: 0 })} />
      <Control label="One turn back" icon="back" isOff={isFirst} onPress={() => onAction({ kind: 'step', by: -1 })} />
      <Control
        label={isPlaying ? 'Pause' : 'Play'}
        icon={isPlaying ? 'pause' : 'play'}
        isOff={turns.length < 2}
        onPress={() => onAction({ kind: 'toggle' })}
      />
      <Control label="One turn on" icon="on" isOff={isLast} onPress={() => onAction({ kind: 'step', by: 1 })} />
      <Control label="Last turn" icon="last" isOff={isLast} onPress={() => onAction({ kind: 'jump', to: Infinity })} />
      <span class="turn-count">
        Turn <strong>{turns[at] ?? 0}</strong> of {turns.at(-1) ?? 0}
        {isFollowing(playback) && <span class="soft"> · following</span>}
      </span>
      <button type="button" class="quiet" title="Change the speed (f)" onClick={() => onAction({ kind: 'faster' })}>
        {speed} turns/s
      </button>
      <button type="button" class="quiet help" title="Keys (?)" aria-label="Keys" onClick={onHelp}>
        ?
      </button>
    </div>
  );
}

const ICONS = {
  first: 'M5 5v14M19 5L9 12l10 7z',
  back: 'M16 5L6 12l10 7z',
  play: 'M7 4l13 8-13 8z',
  pause: 'M8 5v14M16 5v14',
  on: 'M8 5l10 7-10 7z',
  last: 'M19 5v14M5 5l10 7-10 7z',
} as const;

interface ControlProps {
  readonly label: string;
  readonly icon: keyof typeof ICONS;
  readonly isOff: boolean;
  readonly onPress: () => void;
}

/** A button that stays reachable by keyboard when it is off: focus must not get lost at the end of a game. */
function Control({ label, icon, isOff, onPress }: ControlProps) {
  return (
    <button
      type="button"
      class="control"
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={() => !isOff && onPress()}
    >
      <svg class={`icon ${icon}`} viewBox="0 0 24 24" aria-hidden="true">
        <path d={ICONS[icon]} />
      </svg>
    </button>
  );
}

const MARK_NAMES: Readonly<Record<TurnMark['kind'], string>> = {
  lost: 'lost turn',
  fallback: 'fallback',
  blunder: 'blunder',
  mistake: 'mistake',
  inaccuracy: 'inaccuracy',
  chance: 'last chance',
  death: 'death',
};

interface LegendProps {
  readonly marks: readonly TurnMark[];
  readonly at: number;
  readonly onMove: (at: number) => void;
}

/** What is marked, and how often; a click goes to the next one. */
export function MarkLegend({ marks, at, onMove }: LegendProps) {
  const kinds = (Object.keys(MARK_NAMES) as TurnMark['kind'][]).map((kind) => ({
    kind,
    own: marks.filter((mark) => mark.kind === kind),
  }));
  return (
    <ul class="legend" aria-label="Marks">
      {kinds.map(
        ({ kind, own }) =>
          own.length > 0 && (
            <li key={kind}>
              <button
                type="button"
                class="quiet"
                onClick={() => onMove((own.find((mark) => mark.at > at) ?? own[0]!).at)}
              >
                <svg class="mark-sample" viewBox="-6 -6 12 12" aria-hidden="true">
                  <path class={`mark ${kind}`} d={MARK_SHAPES[kind]} />
                </svg>
                {kind === 'chance' || kind === 'death' ? MARK_NAMES[kind] : formatMany(own.length, MARK_NAMES[kind])}
              </button>
            </li>
          ),
      )}
    </ul>
  );
}

/** Shows the keys until it is closed, by button or by Escape. */
export function KeyList({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog class="keys card" ref={dialog} onClose={onClose} aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl>
        {KEY_LIST.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button class="primary">Close</button>
      </form>
    </dialog>
  );
}
