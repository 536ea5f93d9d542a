/** A game with all that is shown of it at one moment: its frames, the one that is shown, and what can be done. */
import { useMemo, useState, useEffect, useRef } from 'preact/hooks';
import type { AutopsyView } from '../../api/game.js';
import type { KeyCommand } from '../playback/keys.js';
import { isFollowing, shownAt } from '../playback/playback.js';
import { useKeys, usePlayback } from '../playback/use-playback.js';
import { changeQuery, useLocation } from '../shell/location.js';
import { drawFrame } from '../board/to-drawing.js';
import { toggleHelp } from './legend.js';
import {
  findEvaluations,
  findMarks,
  markBeside,
  nextMistake,
  openingOf,
  rankSnakes,
  toFrames,
  type GameData,
} from './frames.js';
import { linkTo } from '../shell/page-info.js';

export type GameReview = ReturnType<typeof useGameReview>;

/** Plays a game; the keys of the page work while the component is shown. */
export function useGameReview(id: string, data: GameData, autopsy: AutopsyView | undefined) {
  const { row, turns, end, isWhole } = data;
  const chance = autopsy?.chance;
  const frames = useMemo(() => toFrames({ turns, end }), [turns, end]);
  const marks = useMemo(() => findMarks(frames, { chance: chance?.turn }), [frames, chance]);
  const evaluations = useMemo(() => findEvaluations(frames, row.result), [frames, row.result]);
  const ranks = useMemo(
    () => end && new Map([...rankSnakes(end.board), ...(row.rank === undefined ? [] : [[row.you, row.rank] as const])]),
    [end, row],
  );
  const shownTurns = useMemo(() => frames.map(({ turn }) => turn), [frames]);
  const [wasLive] = useState(row.endedAt === undefined);
  const reel = {
    turns: shownTurns,
    isLive: row.endedAt === undefined,
    opening: wasLive ? Infinity : openingOf(marks),
  };
  const [playback, act] = usePlayback(reel);
  const [hasThoughts, setThoughts] = useState(true);
  const [isCopied, copy] = useCopiedLink();
  const at = shownAt(playback, reel);
  const frame = frames[at];
  const drawing = useMemo(
    () => frame && drawFrame(frame, row.ruleset, hasThoughts, chance),
    [frame, hasThoughts, row.ruleset, chance],
  );
  const jump = (to: number): void => act({ kind: 'jump', to });
  const show = (turn: number): void => act({ kind: 'show', turn });
  const toggleThoughts = (): void => setThoughts(!hasThoughts);
  const mistake = nextMistake(marks, at);
  const copyLink = (): void => {
    copy(new URL(linkTo({ page: 'game', id }, { turn: frame?.turn }), location.href).href);
  };
  useKeys((command: KeyCommand) => {
    if (command.kind === 'nextMark') jump(markBeside(marks, at, command.by) ?? at);
    else if (command.kind === 'nextMistake') jump(mistake ?? at);
    else if (command.kind === 'thoughts') toggleThoughts();
    else if (command.kind === 'copyLink') copyLink();
    else if (command.kind === 'help') toggleHelp();
    else act(command);
  });
  // Until somebody has moved, the address stays as it was given.
  const hasTurn = isWhole && playback.turn !== undefined && !isFollowing(playback, reel);
  useTurnLink({ turn: hasTurn ? frame?.turn : undefined, isPlaying: playback.isPlaying, onTurn: show });
  const shown = {
    frames,
    marks,
    evaluations,
    ranks,
    playback,
    reel,
    at,
    frame,
    drawing,
    chance,
    hasThoughts,
    isCopied,
  };
  return { ...shown, mistake, act, jump, show, toggleThoughts, copyLink };
}

/** How long a turn has to be shown before the URL names it, in ms: browsers allow only so many changes. */
const SETTLE_MS = 250;

interface TurnLink {
  /** The turn that was chosen; absent before the game is known, and while the newest turn is followed. */
  readonly turn: number | undefined;
  readonly isPlaying: boolean;
  /** Called with a turn that the URL names: at first, and when the user goes back. */
  readonly onTurn: (turn: number) => void;
}

function useTurnLink({ turn, isPlaying, onTurn }: TurnLink): void {
  const named = useLocation().query.get('turn');
  const written = useRef<string | null>(null);
  useEffect(() => {
    if (named === null || named === written.current || !/^\d{1,9}$/.test(named)) return;
    written.current = named;
    onTurn(Number(named));
  }, [named]);
  useEffect(() => {
    if (turn === undefined || isPlaying) return;
    const timer = setTimeout(() => {
      if (String(turn) === written.current) return;
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
