/** What the browser's tab and history call a page. */
import { useEffect } from 'preact/hooks';

export function setTitle(title: string): void {
  document.title = `${title} · Serpentarium`;
}

/** Once a page knows a better title than its address has, it has that. */
export function useTitle(title: string | undefined): void {
  useEffect(() => void (title !== undefined && setTitle(title)), [title]);
}
