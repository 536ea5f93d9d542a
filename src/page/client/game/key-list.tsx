/** The list of keys, as a dialog. */
import { useEffect, useRef } from 'preact/hooks';
import { KEY_LIST } from '../playback/keys.js';

/** Shows the keys until it is closed, by button or by Escape. */
export function KeyList({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog class="keys card" ref={dialog} onClose={onClose} aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl>
        {KEY_LIST.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button class="primary">Close</button>
      </form>
    </dialog>
  );
}
