/** What can be done with a turn: ask the strategy of today, save it, link to it. */
import { viewerLink } from '../../api/viewer-link.js';
import type { TurnView } from '../../api/game.js';
import { PAGE_BASE } from '../shell/location.js';
import { useSession } from '../shell/session.js';
import { AskToday } from './ask-today.js';

interface TurnActionsProps {
  readonly id: string;
  /** The one that played the game. */
  readonly snake: string;
  readonly asked: TurnView | undefined;
  readonly isCopied: boolean;
  readonly onCopy: () => void;
}

/** Buttons and links; on the page of one command those that only look. */
export function TurnActions({ id, snake, asked, isCopied, onCopy }: TurnActionsProps) {
  const { page, access } = useSession();
  const isAdmin = page === 'admin';
  // The viewer can send no token.
  const link = access === 'open' ? viewerLink(location.origin + PAGE_BASE, id) : undefined;
  const api = `${PAGE_BASE}/api/games/${encodeURIComponent(id)}`;
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
