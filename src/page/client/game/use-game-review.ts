/** A game with all that is shown of it at one moment: its frames, the one that is shown, and what can be done. */
import { useMemo, useState, useEffect, useRef } from 'preact/hooks';
import type { AutopsyView } from '../../api/game.js';
import type { KeyCommand } from '../playback/keys.js';
import { frameOfTurn, isFollowing } from '../playback/playback.js';
import { useKeys, usePlayback } from '../playback/use-playback.js';
import { changeQuery, useLocation } from '../shell/location.js';
import { drawFrame } from '../board/to-drawing.js';
import { findMarks, markBeside, toFrames, type GameData } from './frames.js';
import { linkTo } from '../shell/page-info.js';

export type GameReview = ReturnType<typeof useGameReview>;

/** Plays a game; the keys of the page work while the component is shown. */
export function useGameReview(id: string, data: GameData, autopsy: AutopsyView | undefined) {
  const { row, turns, end, isWhole } = data;
  const chance = autopsy?.chance;
  const frames = useMemo(() => toFrames({ turns, end }), [turns, end]);
  const marks = useMemo(() => findMarks(frames, { chance: chance?.turn }), [frames, chance]);
  const shownTurns = useMemo(() => frames.map(({ turn }) => turn), [frames]);
  const [playback, act] = usePlayback(shownTurns, row.endedAt === undefined || !isWhole);
  const [hasThoughts, setThoughts] = useState(true);
  const [hasHelp, setHelp] = useState(false);
  const [isCopied, copy] = useCopiedLink();
  const frame = frames[playback.at];
  const drawing = useMemo(
    () => frame && drawFrame(frame, row.ruleset, hasThoughts, chance),
    [frame, hasThoughts, row.ruleset, chance],
  );
  const jump = (to: number): void => act({ kind: 'jump', to });
  const show = (turn: number): void => jump(frameOfTurn(shownTurns, turn));
  const toggleThoughts = (): void => setThoughts(!hasThoughts);
  const copyLink = (): void => {
    copy(new URL(linkTo({ page: 'game', id }, { turn: frame?.turn }), location.href).href);
  };
  useKeys((command: KeyCommand) => {
    if (command.kind === 'nextMark') jump(markBeside(marks, playback.at, command.by) ?? playback.at);
    else if (command.kind === 'thoughts') toggleThoughts();
    else if (command.kind === 'copyLink') copyLink();
    else if (command.kind === 'help') setHelp(true);
    else act(command);
  });
  const known = isWhole && frame !== undefined ? Infinity : (frames.at(-1)?.turn ?? -1);
  const linked = isFollowing(playback) ? undefined : frame?.turn;
  useTurnLink({ turn: linked, known, isPlaying: playback.isPlaying, onTurn: show });
  const shown = { frames, marks, playback, frame, drawing, hasThoughts, hasHelp, isCopied };
  return { ...shown, act, jump, show, toggleThoughts, setHelp, copyLink };
}

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

function useTurnLink({ turn, known, isPlaying, onTurn }: TurnLink): void {
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
function useCopiedLink(): [isCopied: boolean, copy: (url: string) => void] {
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
