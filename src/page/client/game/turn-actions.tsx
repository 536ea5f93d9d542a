/** Actions on a turn: ask the current strategy, save a position, copy a link. */
import { viewerLink } from '../../../views/viewer-link.js';
import type { GameView, TurnView } from '../../../views/game.js';
import { hostPath, PAGE_INFO } from '../shell/page-info.js';
import { AskToday } from './ask-today.js';
import { Pictures } from './pictures.js';
import { ShareGame } from './share-game.js';

interface TurnActionsProps {
  readonly id: string;
  /** The last turn of the game. */
  readonly last: number;
  readonly row: GameView;
  readonly shown: TurnView;
  readonly isCopied: boolean;
  readonly onCopy: () => void;
}

/** Buttons and links; the page of a command has only links. */
export function TurnActions({ id, last, row, shown: { turn, answer }, isCopied, onCopy }: TurnActionsProps) {
  const isAdmin = PAGE_INFO.page === 'admin';
  // The viewer can send no token.
  const link = PAGE_INFO.hasToken ? undefined : viewerLink(location.origin, id);
  const api = hostPath(`/api/games/${encodeURIComponent(id)}`);
  return (
    <>
      {isAdmin && answer && <AskToday id={id} snake={row.snake} turn={turn} answer={answer} />}
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
        {PAGE_INFO.canShare && row.endedAt !== undefined && <ShareGame id={id} />}
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
