/** What can be done with a turn: ask the strategy of today, save it, link to it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { viewerLink } from '../../api/viewer-link.js';
import type { TurnView, AskView, AskRequest } from '../../api/game.js';
import { hostPath, PAGE_INFO } from '../shell/page-info.js';
import { BudgetBar } from '../board/answer.js';
import { describeSource } from '../format/words.js';
import { fetchJson, useFetched } from '../shell/fetch-json.js';
import { Thoughts } from './turn-panel.js';

interface TurnActionsProps {
  readonly id: string;
  readonly snake: string;
  readonly asked: TurnView | undefined;
  readonly isCopied: boolean;
  readonly onCopy: () => void;
}

/** Buttons and links; on the page of one command those that only look. */
export function TurnActions({ id, snake, asked, isCopied, onCopy }: TurnActionsProps) {
  const isAdmin = PAGE_INFO.page === 'admin';
  // The viewer can send no token.
  const link = PAGE_INFO.hasToken ? undefined : viewerLink(location.origin, id);
  const api = hostPath(`/api/games/${encodeURIComponent(id)}`);
  return (
    <div class="turn-actions">
      {isAdmin && asked && <AskToday id={id} snake={snake} asked={asked} />}
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
        {link?.startsWith('https://') && (
          <a href={link} target="_blank" rel="noreferrer noopener">
            Official viewer
          </a>
        )}
      </p>
    </div>
  );
}

interface AskTodayProps {
  readonly id: string;
  readonly snake: string;
  readonly asked: TurnView;
}

type Asking =
  | { readonly state: 'idle' | 'asking' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'answered'; readonly answer: AskView };

function AskToday({ id, snake, asked: { turn, answer } }: AskTodayProps) {
  const [asking, setAsking] = useState<Asking>({ state: 'idle' });
  const [chosen, setChosen] = useState(snake);
  const [isChoosing, setChoosing] = useState(false);
  const mounts = useFetched<readonly { prefix: string; isRetired: boolean }[]>(isChoosing ? '/snakes' : undefined);
  const mounted = mounts.state === 'loaded' ? mounts.value.filter(({ isRetired }) => !isRetired) : [];
  const prefixes = [...new Set([snake, ...mounted.map(({ prefix }) => prefix)])];
  const abort = useRef<AbortController>();
  useEffect(() => {
    setAsking({ state: 'idle' });
    return () => abort.current?.abort();
  }, [turn]);
  const ask = (): void => {
    const { signal } = (abort.current = new AbortController());
    const body: AskRequest = { snake: chosen };
    setAsking({ state: 'asking' });
    fetchJson<AskView>(`/api/games/${encodeURIComponent(id)}/turns/${turn}/ask`, {
      method: 'POST',
      body,
      signal,
    }).then(
      (today) => !signal.aborted && setAsking({ state: 'answered', answer: today }),
      ({ message }: Error) => !signal.aborted && setAsking({ state: 'failed', message }),
    );
  };
  return (
    <div class="ask">
      <div class="row">
        <button type="button" disabled={asking.state === 'asking'} onClick={ask}>
          {asking.state === 'asking' ? 'Asking …' : 'Ask today'}
        </button>
        <select
          aria-label="Snake to ask"
          value={chosen}
          onFocus={() => setChoosing(true)}
          onPointerDown={() => setChoosing(true)}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          {prefixes.map((prefix) => (
            <option key={prefix}>{prefix}</option>
          ))}
        </select>
      </div>
      <div aria-live="polite">
        {asking.state === 'failed' && <p class="problem">{asking.message}</p>}
        {asking.state === 'answered' && <Today answer={asking.answer} then={answer.move} />}
      </div>
    </div>
  );
}

function Today({ answer, then }: { answer: AskView; then: string }) {
  return (
    <div class="today">
      <p>
        {answer.snake} today: <strong>{answer.move}</strong>, {describeSource(answer)};{' '}
        {answer.move === then ? 'the same as in the game' : `in the game it was ${then}`}.
      </p>
      {answer.reason && <p class="reason">{answer.reason}</p>}
      <BudgetBar answer={answer} />
      <Thoughts answer={answer} />
    </div>
  );
}
