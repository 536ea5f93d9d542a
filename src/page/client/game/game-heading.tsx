/** Which game a page shows, and how it ended. */
import type { GameView } from '../../api/game.js';
import { describeDeath } from '../../../rules/describe-death.js';
import { formatMany } from '../format/numbers.js';
import { describeResult, formatRank } from '../format/words.js';
import { Badge, TimeAgo } from '../kit/figures.js';
import type { LiveState } from '../live/live-source.js';
import { StreamState } from '../now/stream-state.js';
import { hasPage } from '../shell/routes.js';
import { PAGE_INFO, linkTo } from '../shell/page-info.js';

export function GameHeading({ row, stream }: { row: GameView; stream: LiveState | undefined }) {
  const canOpen = hasPage(PAGE_INFO, 'snake');
  const { snake, result, startedAt } = row;
  const { word, tone } = describeResult(result);
  return (
    <header class="game-heading">
      <h1>
        {canOpen ? <a href={linkTo({ page: 'snake', prefix: snake })}>{snake}</a> : snake}{' '}
        <Badge tone={tone}>{word}</Badge>
        {stream && result === undefined && <StreamState state={stream} />}
      </h1>
      <p>{summaryOf(row)}</p>
      <p class="soft">
        {describeSetting(row)} · <TimeAgo at={startedAt} />
      </p>
    </header>
  );
}

function describeSetting({ ruleset, map, source, strategy, version, experiment, variant, imported }: GameView): string {
  const facts = [
    ruleset,
    map !== 'standard' && map,
    source,
    [strategy, version].filter(Boolean).join(' '),
    experiment !== undefined && `${experiment}, ${variant}`,
    imported && `imported from ${imported.from}`,
    imported && imported.unknown.length > 0 && `not known: ${imported.unknown.join(', ')}`,
  ];
  return facts.filter(Boolean).join(' · ');
}

function summaryOf({ result, rank, snakes, opponents, turns, died, cause, killer }: GameView): string {
  const facts = [
    opponents.length === 0 ? 'Alone' : `Against ${listNames(opponents)}`,
    rank !== undefined && snakes > 1 && `${formatRank(rank)} of ${snakes}`,
    result !== undefined && formatMany(turns, 'turn'),
    died !== undefined && describeDeath({ cause, turn: died }, killer),
  ];
  return facts.filter(Boolean).join(' · ');
}

/** The most names that are shown; more of them help nobody. */
const MAX_NAMES = 4;

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => name || 'a snake without a name');
  const more = names.length - shown.length;
  const all = more > 0 ? [...shown, `${more} more`] : shown;
  return all.length === 1 ? all[0]! : `${all.slice(0, -1).join(', ')} and ${all.at(-1)!}`;
}
