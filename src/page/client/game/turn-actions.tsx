/** Actions on a turn: ask the current strategy, save a position, copy a link. */
import { useState } from 'preact/hooks';
import { viewerLink } from '../../../views/viewer-link.js';
import type { TurnView, AskView, AskRequest } from '../../../views/game.js';
import { hostPath, PAGE_INFO } from '../shell/page-info.js';
import { BudgetBar } from '../board/answer.js';
import { describeSource } from '../../../views/words.js';
import { useMountedNames } from '../kit/snake-name.js';
import { fetchJson } from '../shell/fetch-json.js';
import { Pictures } from './pictures.js';
import { Thoughts } from './turn-panel.js';

interface TurnActionsProps {
  readonly id: string;
  /** The last turn of the game. */
  readonly last: number;
  readonly snake: string;
  readonly shown: TurnView;
  readonly isCopied: boolean;
  readonly onCopy: () => void;
}

/** Buttons and links; the page of a command has only links. */
export function TurnActions({ id, last, snake, shown: { turn, answer }, isCopied, onCopy }: TurnActionsProps) {
  const isAdmin = PAGE_INFO.page === 'admin';
  // The viewer can send no token.
  const link = PAGE_INFO.hasToken ? undefined : viewerLink(location.origin, id);
  const api = hostPath(`/api/games/${encodeURIComponent(id)}`);
  return (
    <>
      {isAdmin && answer && <AskToday id={id} snake={snake} turn={turn} answer={answer} />}
      {isAdmin && PAGE_INFO.hasJournal && <Pictures id={id} turn={turn} last={last} />}
      <p class="row">
        {isSecureContext && (
          <button type="button" onClick={onCopy} title="Copy the link to this turn (l)">
            <span aria-live="polite">{isCopied ? 'Copied' : 'Copy link'}</span>
          </button>
        )}
        {isAdmin && answer && (
          <a class="button" href={`${api}/turns/${turn}/position`} download>
            Save as a position
          </a>
        )}
        {isAdmin && <a href={api}>JSON</a>}
        {link?.startsWith('https://') && (
          <a href={link} target="_blank" rel="noreferrer noopener">
            Official viewer
          </a>
        )}
      </p>
    </>
  );
}

interface Asking {
  readonly turn: number;
  readonly answer?: AskView;
  readonly problem?: string;
}

type AskTodayProps = Pick<TurnActionsProps, 'id' | 'snake'> & Required<Pick<TurnView, 'turn' | 'answer'>>;

function AskToday({ id, snake, turn, answer }: AskTodayProps) {
  const [asking, setAsking] = useState<Asking>();
  const [chosen, setChosen] = useState(snake);
  const prefixes = new Set([snake, ...useMountedNames().keys()]);
  const known = asking?.turn === turn ? asking : undefined;
  const isWaiting = known !== undefined && !known.answer && !known.problem;
  const ask = async (): Promise<void> => {
    const body: AskRequest = { snake: chosen };
    const path = `/api/games/${encodeURIComponent(id)}/turns/${turn}/ask`;
    setAsking({ turn });
    setAsking(
      await fetchJson<AskView>(path, { method: 'POST', body }).then(
        (today) => ({ turn, answer: today }),
        ({ message }: Error) => ({ turn, problem: message }),
      ),
    );
  };
  return (
    <>
      <p class="row">
        <button type="button" disabled={isWaiting} onClick={() => void ask()}>
          {isWaiting ? 'Asking …' : 'Ask today'}
        </button>
        <select
          aria-label="Snake to ask"
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          {[...prefixes].map((prefix) => (
            <option key={prefix}>{prefix}</option>
          ))}
        </select>
      </p>
      <div aria-live="polite">
        {known?.problem && <p class="reason">{known.problem}</p>}
        {known?.answer && <Today answer={known.answer} then={answer.move} />}
      </div>
    </>
  );
}

function Today({ answer, then }: { answer: AskView; then: string | undefined }) {
  return (
    <div class="today">
      <p>
        {answer.snake} today: <strong>{answer.move}</strong>, {describeSource(answer)};{' '}
        {answer.move === then ? 'the same as in the game' : `in the game it was ${then ?? 'not seen'}`}.
      </p>
      {answer.reason && <p class="reason">{answer.reason}</p>}
      <BudgetBar answer={answer} />
      <Thoughts answer={answer} />
    </div>
  );
}
