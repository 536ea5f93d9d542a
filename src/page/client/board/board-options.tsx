/** What readers choose for all boards: letters on the snakes, and whether the dead stay. Kept by the browser. */
import { useEffect, useState } from 'preact/hooks';

const LABELS = { hasLetters: 'Letters', keepsDead: 'Keep the dead' } as const;

type BoardOptions = Readonly<Partial<Record<keyof typeof LABELS, boolean>>>;

const PLACE = 'serpentarium.board';
const listeners = new Set<(options: BoardOptions) => void>();
let chosen = recall();

export function useBoardOptions(): BoardOptions {
  const [options, setOptions] = useState(chosen);
  useEffect(() => {
    listeners.add(setOptions);
    return () => void listeners.delete(setOptions);
  }, []);
  return options;
}

export function BoardOptionsRow() {
  const options = useBoardOptions();
  return (
    <p class="board-options soft small">
      {(['hasLetters', 'keepsDead'] as const).map((name) => (
        <label key={name}>
          <input type="checkbox" checked={options[name] ?? false} onChange={() => toggle(name)} /> {LABELS[name]}
        </label>
      ))}
    </p>
  );
}

function toggle(name: keyof BoardOptions): void {
  chosen = { ...chosen, [name]: chosen[name] !== true };
  for (const listener of listeners) listener(chosen);
  try {
    localStorage.setItem(PLACE, JSON.stringify(chosen));
  } catch {
    // A browser that keeps nothing: it holds until the page is closed.
  }
}

function recall(): BoardOptions {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as BoardOptions;
  } catch {
    return {};
  }
}
