/** Makes a link with which anybody can see one game; the page *Host* lists the links, and ends them. */
import { useState } from 'preact/hooks';
import type { ShareView } from '../../../views/game.js';
import { fetchJson } from '../shell/fetch-json.js';
import { PUBLIC_URL } from '../shell/page-info.js';
import { useAction } from '../shell/use-action.js';

export function ShareGame({ id }: { id: string }) {
  const [shared, setShared] = useState<ShareView>();
  const { isBusy, problem, run } = useAction();
  const share = async (): Promise<void> =>
    setShared(await fetchJson(`/api/games/${encodeURIComponent(id)}/share`, { method: 'POST' }));
  return (
    <>
      <button type="button" title="Make a link that shows this game, and nothing else" onClick={() => run(share)}>
        Share
      </button>
      <span class="link-out" aria-live="polite">
        {isBusy ? 'Making a link …' : (problem ?? (shared && <SharedLink token={shared.token} />))}
      </span>
    </>
  );
}

export function SharedLink({ token }: Pick<ShareView, 'token'>) {
  const link = `${PUBLIC_URL}/share/${token}`;
  return <a href={link}>{link}</a>;
}
