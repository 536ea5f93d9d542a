/** Starts a local game between mounted snakes, and stops it. */
import { useRef, useState } from 'preact/hooks';
import type { PlayView } from '../../../views/live.js';
import { SnakeName } from '../kit/snake-name.js';
import { Loaded } from '../kit/states.js';
import { fetchJson, useFetched } from '../shell/fetch-json.js';
import { changeQuery } from '../shell/location.js';
import { useAction } from '../shell/use-action.js';

const FORM = 'play-form';

/** `isPlaying`: a local game is live. */
export function PlayForm({ isPlaying }: { isPlaying: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const known = useFetched<PlayView>(isOpen ? '/api/play' : undefined);
  const popover = useRef<HTMLDivElement>(null);
  const { isBusy, problem, run, submit } = useAction();
  const start = async (data: FormData): Promise<void> => {
    const [size, pause] = [Number(data.get('size')), Number(data.get('pause'))];
    const body = { snakes: data.getAll('snake'), size, pause };
    const { game } = await fetchJson<{ game: string }>('/api/play', { method: 'POST', body });
    changeQuery({ show: game });
    popover.current?.hidePopover();
  };
  if (isPlaying) {
    const stop = () => run(() => fetchJson('/api/play', { method: 'DELETE' }).catch(() => undefined));
    return (
      <button type="button" class="play" disabled={isBusy} onClick={stop}>
        Stop the local game
      </button>
    );
  }
  return (
    <div class="play">
      <button type="button" class="primary" popoverTarget={FORM}>
        Play a game
      </button>
      <div class="card" id={FORM} popover ref={popover} onToggle={({ newState }) => setOpen(newState === 'open')}>
        <form class="stack" onSubmit={submit(start)}>
          <fieldset>
            <legend>Snakes, one seat each</legend>
            <Loaded fetched={known}>
              {({ snakes }) =>
                snakes.map(({ prefix, name }, index) => (
                  <label key={prefix} class="check">
                    <input type="checkbox" name="snake" value={prefix} defaultChecked={index < 4} />
                    <SnakeName prefix={prefix} name={name} />
                  </label>
                ))
              }
            </Loaded>
          </fieldset>
          <div class="filters">
            <Choice name="size" label="Board" choices={BOARDS} chosen={11} />
            <Choice name="pause" label="Pause after a turn" choices={PAUSES} chosen={200} />
            <button type="submit" class="primary" disabled={isBusy || known.state !== 'loaded'}>
              {isBusy ? 'Starting …' : 'Start'}
            </button>
          </div>
          <p class="soft">It runs at the lowest priority, so games of engines are not slowed down.</p>
          {problem && <p role="alert">{problem}</p>}
        </form>
      </div>
    </div>
  );
}

const BOARDS = [7, 11, 19].map((side) => [side, `${side} × ${side}`] as const);
const PAUSES = [
  [0, 'none'],
  [200, '200 ms'],
  [1000, '1 s'],
] as const;

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly (readonly [value: number | string, title: string])[];
  readonly chosen: number | string | undefined;
}

export function Choice({ name, label, choices, chosen }: ChoiceProps) {
  return (
    <label class="field">
      <span class="soft small">{label}</span>
      <select name={name}>
        {choices.map(([value, title]) => (
          <option key={value} value={value} selected={value === chosen}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
