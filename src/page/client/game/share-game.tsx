/** Makes a link with which anybody can see one game; the page *Host* lists the links, and ends them. */
import { useState } from 'preact/hooks';
import type { ShareView } from '../../../views/game.js';
import { fetchJson } from '../shell/fetch-json.js';
import { PUBLIC_URL } from '../shell/page-info.js';

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
        {shared?.message ?? (shared?.token ? <SharedLink token={shared.token} /> : shared && 'Making a link …')}
      </span>
    </>
  );
}

export function SharedLink({ token }: Pick<ShareView, 'token'>) {
  const link = `${PUBLIC_URL}/share/${token}`;
  return <a href={link}>{link}</a>;
}
