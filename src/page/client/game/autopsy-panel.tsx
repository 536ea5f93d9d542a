/** Why a snake died, and where another move would have saved it. */
import type { AutopsyView } from '../../api/game.js';
import { describeCause } from '../../../rules/describe-death.js';
import { Failed, Loading } from '../kit/states.js';
import type { Fetched } from '../shell/fetch-json.js';
import { formatLine } from './turn-panel.js';

interface AutopsyPanelProps {
  readonly fetched: Fetched<AutopsyView>;
  readonly onShow: (turn: number) => void;
}

export function AutopsyPanel({ fetched, onShow }: AutopsyPanelProps) {
  if (fetched.state === 'loading') return <Loading what="Looking for the last chance" />;
  if (fetched.state === 'failed') return <Failed error={fetched.error} />;
  const { refusal, died, cause, killer, chance, unsure = [], until } = fetched.value;
  if (refusal !== undefined || died === undefined) return <p class="soft">{refusal ?? 'The snake did not die.'}</p>;
  return (
    <div class="autopsy">
      <p>
        On turn {died} it {describeCause(cause, killer)}.
      </p>
      {chance === undefined ? (
        <p>No move on the turns before could have saved it until turn {until}.</p>
      ) : (
        <>
          <p>
            The last chance was turn {chance.turn}: it answered <strong>{chance.answered}</strong>,{' '}
            {chance.isLost ? 'but the engine did not use that answer; ' : 'and '}
            <strong>{chance.moves.join(' or ')}</strong> would have lived, at least until turn {until}.
          </p>
          <p class="soft">{formatLine(chance.line)}</p>
          <button type="button" onClick={() => onShow(chance.turn)}>
            Show turn {chance.turn}
          </button>
        </>
      )}
      {unsure.length > 0 && (
        <p class="soft small">
          On {unsure.length === 1 ? `turn ${unsure[0]}` : `${unsure.length} later turns`} there were too many lines to
          try them all.
        </p>
      )}
    </div>
  );
}
