/** What can be done with a turn: ask the strategy of today, save it, link to it. */
import { useEffect, useState } from 'preact/hooks';
import type { AskedAnswer, ShownTurn } from '../../api/game.js';
import { BudgetBar } from '../board/budget-bar.js';
import { describeSource } from '../format/words.js';
import { fetchJson } from '../shell/fetch-json.js';
import { PAGE_BASE } from '../shell/location.js';
import { useSession } from '../shell/session.js';
import { Thoughts } from './turn-panel.js';

interface TurnActionsProps {
  readonly id: string;
  readonly asked: ShownTurn | undefined;
  readonly viewer: string | undefined;
  readonly isCopied: boolean;
  readonly onCopy: () => void;
}

/** Buttons and links; under `/watch` those that only look. */
export function TurnActions({ id, asked, viewer, isCopied, onCopy }: TurnActionsProps) {
  const isAdmin = useSession()?.page === 'admin';
  const api = `${PAGE_BASE}/api/games/${encodeURIComponent(id)}`;
  return (
    <div class="turn-actions">
      {isAdmin && asked && <AskToday key={asked.turn} path={`/api/games/${encodeURIComponent(id)}`} asked={asked} />}
      <div class="row">
        <button type="button" onClick={onCopy} title="Copy the link to this turn (l)">
          <span aria-live="polite">{isCopied ? 'Copied' : 'Copy link'}</span>
        </button>
        {isAdmin && asked && (
          <a class="button" href={`${api}/turns/${asked.turn}/position`} download>
            Save as a position
          </a>
        )}
      </div>
      <p class="links">
        {isAdmin && <a href={api}>JSON</a>}
        {viewer?.startsWith('https://') && (
          <a href={viewer} target="_blank" rel="noreferrer noopener">
            Official viewer
          </a>
        )}
      </p>
    </div>
  );
}

type Asking =
  | { readonly state: 'idle' | 'asking' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'answered'; readonly answer: AskedAnswer };

function AskToday({ path, asked }: { path: string; asked: ShownTurn }) {
  const [asking, setAsking] = useState<Asking>({ state: 'idle' });
  const [abort] = useState(() => new AbortController());
  useEffect(() => () => abort.abort(), []);
  const ask = (): void => {
    setAsking({ state: 'asking' });
    const url = `${path}/turns/${asked.turn}/ask`;
    fetchJson<AskedAnswer>(url, { method: 'POST', body: {}, signal: abort.signal }).then(
      (answer) => setAsking({ state: 'answered', answer }),
      ({ message }: Error) => !abort.signal.aborted && setAsking({ state: 'failed', message }),
    );
  };
  return (
    <div class="ask">
      <button type="button" disabled={asking.state === 'asking'} onClick={ask}>
        {asking.state === 'asking' ? 'Asking …' : "Ask today's strategy"}
      </button>
      <div aria-live="polite">
        {asking.state === 'failed' && <p class="problem">{asking.message}</p>}
        {asking.state === 'answered' && <Today answer={asking.answer} then={asked.answer.move} />}
      </div>
    </div>
  );
}

function Today({ answer, then }: { answer: AskedAnswer; then: string }) {
  return (
    <div class="today">
      <p>
        {answer.snake} now: <strong>{answer.move}</strong>, {describeSource(answer)},{' '}
        {answer.move === then ? 'as it did then' : `not ${then} as it did then`}.
      </p>
      {answer.reason && <p class="reason">{answer.reason}</p>}
      <BudgetBar answer={answer} />
      <Thoughts answer={answer} />
    </div>
  );
}
