/** A game with all that is shown of it at one moment: its frames, the one that is shown, and what can be done. */
import { useMemo, useState } from 'preact/hooks';
import type { AutopsyView } from '../../api/game.js';
import type { KeyCommand } from '../playback/keys.js';
import { frameOfTurn, isFollowing } from '../playback/playback.js';
import { useKeys, usePlayback } from '../playback/use-playback.js';
import { pageUrl } from '../shell/location.js';
import { drawFrame } from './draw-frame.js';
import { findMarks, markBeside, toFrames } from './frames.js';
import type { GameData } from './game-data.js';
import { useCopiedLink, useTurnLink } from './use-turn-link.js';

/** What the parts of a game's page need. */
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
    () => frame && drawFrame(frame, { hasThoughts, ruleset: row.ruleset, chance }),
    [frame, hasThoughts, row.ruleset, chance],
  );
  /** By the index of a frame. */
  const jump = (to: number): void => act({ kind: 'jump', to });
  const show = (turn: number): void => jump(frameOfTurn(shownTurns, turn));
  const toggleThoughts = (): void => setThoughts(!hasThoughts);
  const copyLink = (): void => {
    copy(new URL(pageUrl({ page: 'game', id }, { turn: frame?.turn }), location.href).href);
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
