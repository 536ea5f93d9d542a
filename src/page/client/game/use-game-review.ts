/** The state of a game's page: marks, evaluations, the shown turn, and the actions of its keys. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { AutopsyView, GamePieceView } from '../../../views/game.js';
import type { KeyCommand } from '../playback/keys.js';
import { isFollowing, shownAt } from '../playback/playback.js';
import { useKeys, usePlayback } from '../playback/use-playback.js';
import { changeQuery } from '../shell/location.js';
import { toTurnDrawing, type BoardOptions } from '../board/to-drawing.js';
import { toggleHelp } from './legend.js';
import { findEvaluations, findMarks, markBeside, nextMistake, openingOf, rankSnakes } from './turns.js';

/** Delay before the shown turn is written to the URL, in ms: browsers limit the rate of changes. */
const SETTLE_MS = 250;

export type GameReview = ReturnType<typeof useGameReview>;

/** Plays a game; the keys of the page work while the component is shown. */
export function useGameReview(data: GamePieceView, autopsy: AutopsyView | undefined) {
  const { game: row, turns, isWhole, seats = [row] } = data;
  const chance = autopsy?.chance;
  const marks = useMemo(() => findMarks(turns, chance?.turn), [turns, chance]);
  const evaluations = useMemo(() => findEvaluations(turns, row.result), [turns, row.result]);
  const ranks = useMemo(() => rankSnakes(turns, [...seats, row]), [turns, seats]);
  const shownTurns = useMemo(() => turns.map(({ turn }) => turn), [turns]);
  // Decided once: what arrives later does not move the board away from its reader.
  const [opening] = useState(() => (row.endedAt === undefined ? Infinity : openingOf(marks)));
  const reel = { turns: shownTurns, isLive: row.endedAt === undefined, opening };
  const [playback, act] = usePlayback(reel, new URLSearchParams(location.search).get('turn'));
  const [options, setOptions] = useState<BoardOptions>({ hasThoughts: true });
  const [copied, setCopied] = useState<number>();
  const at = shownAt(playback, reel);
  const shown = turns[at];
  const drawing = useMemo(
    () => shown && toTurnDrawing(shown, row.ruleset, options, chance),
    [shown, options, row.ruleset, chance],
  );
  const jump = (to: number): void => act({ kind: 'jump', to });
  const toggle = (option: keyof BoardOptions): void => setOptions({ ...options, [option]: options[option] !== true });
  const mistake = nextMistake(marks, at);
  /** Browsers have a clipboard only on secure pages. */
  const copyLink = (): void => {
    const link = new URL(location.pathname, location.origin);
    link.searchParams.set('turn', String(shown?.turn));
    void navigator.clipboard?.writeText(link.href).then(() => setCopied(shown?.turn));
  };
  useKeys((command: KeyCommand) => {
    if (command.kind === 'nextMark') jump(markBeside(marks, at, command.by) ?? at);
    else if (command.kind === 'nextMistake') jump(mistake ?? at);
    else if (command.kind === 'thoughts') toggle('hasThoughts');
    else if (command.kind === 'copyLink') copyLink();
    else if (command.kind === 'help') toggleHelp();
    else act(command);
  });
  // Until a reader has moved, the address stays as it was given.
  const isNamed =
    isWhole !== false && playback.turn !== undefined && !playback.isPlaying && !isFollowing(playback, reel);
  const named = isNamed ? shown?.turn : undefined;
  useEffect(() => {
    if (named === undefined) return;
    const timer = setTimeout(() => changeQuery({ turn: named }), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [named]);
  const isCopied = copied !== undefined && copied === shown?.turn;
  const found = { turns, marks, evaluations, ranks, autopsy, mistake };
  return { ...found, playback, reel, at, shown, drawing, options, isCopied, act, jump, toggle, copyLink };
}
