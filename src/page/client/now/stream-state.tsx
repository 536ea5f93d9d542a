/** How the live stream is, in a word. */
import type { LiveState } from '../live/live-source.js';

/** A word with a dot; who listens to the page hears it when it changes. */
export function StreamState({ state }: { state: LiveState }) {
  return (
    <span class={`stream ${state}`} role="status">
      <span class="dot" aria-hidden="true" />
      {state}
    </span>
  );
}
