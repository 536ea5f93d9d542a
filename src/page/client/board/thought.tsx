/** What a strategy noted down in words. */

/** The words as they are, in a box that scrolls if there are many: by keyboard, too. */
export function Thought({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p class="thought" tabIndex={0} role="note" aria-label="Thought">
      {text}
    </p>
  );
}
