/** Makes a link with which anybody can see one game; the page *Host* lists the links, and ends them. */
import { useState } from 'preact/hooks';
import type { ShareView } from '../../../views/game.js';
import { fetchJson } from '../shell/fetch-json.js';

export function ShareGame({ id }: { id: string }) {
  const [shared, setShared] = useState<'making' | ShareView | Error>();
  const share = (): void => {
    setShared('making');
    const path = `/api/games/${encodeURIComponent(id)}/share`;
    fetchJson<ShareView>(path, { method: 'POST' }).then(setShared, setShared);
  };
  const isMaking = shared === 'making';
  return (
    <>
      <button
        type="button"
        disabled={isMaking}
        title="Make a link that shows this game, and nothing else"
        onClick={share}
      >
        {isMaking ? 'Sharing …' : 'Share'}
      </button>
      <span aria-live="polite">
        {shared instanceof Error && <span class="reason">{shared.message}</span>}
        {typeof shared === 'object' && 'link' in shared && <LinkOut link={shared.link} />}
      </span>
    </>
  );
}

/** A link to pass on. Browsers have a clipboard only on secure pages. */
export function LinkOut({ link }: { link: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => void navigator.clipboard.writeText(link).then(() => setCopied(true));
  return (
    <span class="link-out row">
      <a href={link} target="_blank" rel="noopener">
        {link}
      </a>
      {isSecureContext && (
        <button type="button" onClick={copy}>
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      )}
    </span>
  );
}
