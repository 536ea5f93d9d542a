/** Why a snake died, and where another move would have saved it. */
import type { AutopsyView } from '../../../views/game.js';
import { Failed, Loading } from '../kit/states.js';
import type { Fetched } from '../shell/fetch-json.js';

interface AutopsyPanelProps {
  readonly fetched: Fetched<AutopsyView>;
  readonly onShow: (turn: number) => void;
}

export function AutopsyPanel({ fetched, onShow }: AutopsyPanelProps) {
  if (fetched.state === 'loading') return <Loading what="Looking for the last chance" />;
  if (fetched.state === 'failed') return <Failed error={fetched.error} />;
  const { refusal, died, chance, unsure = [], until } = fetched.value;
  if (refusal !== undefined || died === undefined) return <p class="soft">{refusal ?? 'The snake did not die.'}</p>;
  return (
    <div class="autopsy">
      {chance === undefined ? (
        <p>
          No move on the turns before {died} could have saved it until turn {until}.
        </p>
      ) : (
        <p>
          <button type="button" onClick={() => onShow(chance.turn)}>
            ★ Last chance: turn {chance.turn}
          </button>{' '}
          The snake answered <strong>{chance.answered}</strong>
          {chance.isLost && ', which the engine did not use'}; <strong>{chance.moves.join(' or ')}</strong> would have
          lived until turn {until} at least.
        </p>
      )}
      {unsure.length > 0 && (
        <p class="soft small">
          {unsure.length === 1 ? `Turn ${unsure[0]} has` : `${unsure.length} later turns have`} too many lines to try
          them all.
        </p>
      )}
    </div>
  );
}
