/** Keeps the turn that is shown in the URL, and shows the turn that the URL names. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { changeQuery, useLocation } from '../shell/location.js';

/** How long a turn has to be shown before the URL names it, in ms: browsers allow only so many changes. */
const SETTLE_MS = 250;

interface TurnLink {
  /** The turn that is shown; absent before the game is known, and while the newest turn is followed. */
  readonly turn: number | undefined;
  /** Turns up to this one can be shown. */
  readonly known: number;
  readonly isPlaying: boolean;
  /** Called with a turn that the URL names: at first, and when the user goes back. */
  readonly onTurn: (turn: number) => void;
}

export function useTurnLink({ turn, known, isPlaying, onTurn }: TurnLink): void {
  const { query } = useLocation();
  const named = query.get('turn');
  const written = useRef<string | null>(null);
  const isReady = Number(named) <= known;
  useEffect(() => {
    if (!isReady || named === null || named === written.current) return;
    written.current = named;
    if (/^\d{1,9}$/.test(named)) onTurn(Number(named));
  }, [named, isReady]);
  useEffect(() => {
    if (turn === undefined || isPlaying) return;
    const timer = setTimeout(() => {
      if (written.current === null || String(turn) === written.current) {
        written.current ??= String(turn);
        return;
      }
      written.current = String(turn);
      changeQuery({ turn });
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [turn, isPlaying]);
}

/** Copies a link to the clipboard, and says for a moment that it has. */
export function useCopiedLink(): [isCopied: boolean, copy: (url: string) => void] {
  const [copies, setCopies] = useState(0);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (copies === 0) return;
    setCopied(true);
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = (url: string): void => void copyText(url).then(() => setCopies((count) => count + 1));
  return [isCopied, copy];
}

/** Browsers have a clipboard on secure pages alone; elsewhere a selected field does. */
async function copyText(text: string): Promise<void> {
  if (isSecureContext) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'hidden';
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
