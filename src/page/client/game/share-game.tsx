/** Makes a link with which anybody can see one game; the page *Host* lists the links, and ends them. */
import { useState } from 'preact/hooks';
import type { ShareView } from '../../../views/game.js';
import { fetchJson } from '../shell/fetch-json.js';

export function ShareGame({ id }: { id: string }) {
  const [shared, setShared] = useState<Partial<ShareView & Error>>();
  const share = (): void => {
    setShared({});
    const path = `/api/games/${encodeURIComponent(id)}/share`;
    fetchJson<ShareView>(path, { method: 'POST' }).then(setShared, setShared);
  };
  return (
    <>
      <button type="button" title="Make a link that shows this game, and nothing else" onClick={share}>
        Share
      </button>
      <span class="link-out" aria-live="polite">
        {shared?.message ?? (shared?.link && <a href={shared.link}>{shared.link}</a>)}
        {shared && !shared.link && !shared.message && 'Making a link …'}
      </span>
    </>
  );
}
