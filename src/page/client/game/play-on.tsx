/** Continues a recorded game from the shown turn as a local game: chosen snakes take the seats of the living ones. */
import type { Direction } from '../../../rules/types.js';
import type { TurnView } from '../../../views/game.js';
import type { PlayView } from '../../../views/live.js';
import { Choice } from '../now/play-form.js';
import { Loaded } from '../kit/states.js';
import { fetchJson, useFetched } from '../shell/fetch-json.js';
import { navigateTo } from '../shell/location.js';
import { linkTo } from '../shell/page-info.js';
import { useAction } from '../shell/use-action.js';

interface PlayOnProps {
  readonly id: string;
  readonly snake: string;
  readonly shown: TurnView;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  /** The first move of our snake; its answer unless one is chosen on the board. */
  readonly move: Direction | undefined;
}

const PAUSE_MS = 200;

export function PlayOn({ id, snake, shown: { turn, board }, isOpen, onToggle, move }: PlayOnProps) {
  const known = useFetched<PlayView>(isOpen ? '/api/play' : undefined);
  const { isBusy, problem, submit } = useAction();
  const living = board.snakes.filter(({ death }) => death === undefined);
  const start = async (data: FormData): Promise<void> => {
    const body = { snakes: data.getAll('seat'), pause: PAUSE_MS, from: { game: id, turn, move } };
    const { game } = await fetchJson<{ game: string }>('/api/play', { method: 'POST', body });
    navigateTo(linkTo({ page: 'now' }, { show: game }));
  };
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
      <summary>Play on from here</summary>
      {isOpen && (
        <Loaded fetched={known}>
          {({ snakes }) => (
            <form class="stack" onSubmit={submit(start)}>
              <div class="filters">
                {living.map(({ id: seat, name, isYou }) => (
                  <Choice
                    key={seat}
                    name="seat"
                    label={isYou ? `${name} (ours)` : name}
                    choices={snakes.map(({ prefix }) => [prefix, prefix])}
                    chosen={isYou ? snake : snakes.find((mounted) => mounted.name === name)?.prefix}
                  />
                ))}
              </div>
              <p class="soft small">
                First move: <strong>{move ?? 'its own'}</strong>. Click a cell next to the head of our snake.
              </p>
              <p class="row">
                <button type="submit" class="primary" disabled={isBusy}>
                  Play from turn {turn}
                </button>
                {problem && <span role="alert">{problem}</span>}
              </p>
            </form>
          )}
        </Loaded>
      )}
    </details>
  );
}
