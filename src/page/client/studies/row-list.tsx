/** A section with a table whose rows lead somewhere, which arrow keys step through. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Each row has a link of its own; the arrow keys are a shortcut from one to the next. */
export function RowList({ children }: { children: ComponentChildren }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = section.current!;
    element.addEventListener('keydown', stepThroughRows);
    return () => element.removeEventListener('keydown', stepThroughRows);
  }, []);
  return (
    <section class="stack" ref={section}>
      {children}
    </section>
  );
}

/** Moves the focus to the link of the row above or below; the rest is the browser's. */
function stepThroughRows(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined || !(event.currentTarget instanceof Element) || !(event.target instanceof Element)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('tr.leads th a')];
  const row = event.target.closest('tr');
  const at = links.findIndex((link) => link.closest('tr') === row);
  const next = links[at < 0 ? 0 : at + by];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
