/** Arrow keys in a table whose rows lead somewhere. */

/** Moves the focus to the link of the row above or below; the rest is the browser's. For `onKeyDown`. */
export function stepThroughRows(event: KeyboardEvent): void {
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
