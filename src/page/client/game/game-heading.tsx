/** The heading of a game's page: the snake, the result, the settings. */
import type { GameView } from '../../../views/game.js';
import { describeDeath } from '../../../rules/describe-death.js';
import { formatMany } from '../../../views/numbers.js';
import { PlaceBadge, TimeAgo } from '../kit/figures.js';
import { SnakeName } from '../kit/snake-name.js';
import type { LiveState } from '../live/live-source.js';
import { StreamState } from '../kit/states.js';
import { hasPage } from '../shell/routes.js';
import { PAGE_INFO, linkTo } from '../shell/page-info.js';

export function GameHeading({ row, stream }: { row: GameView; stream: LiveState }) {
  const { snake, result, startedAt, turns, died, cause, killer } = row;
  const name = <SnakeName prefix={snake} />;
  return (
    <header class="game-heading">
      <h1>{hasPage(PAGE_INFO, 'snake') ? <a href={linkTo({ page: 'snake', prefix: snake })}>{name}</a> : name}</h1>
      <PlaceBadge of={row} />
      {result === undefined && stream !== 'live' && <StreamState state={stream} />}
      <p>
        {result !== undefined && `${formatMany(turns, 'turn')} · `}
        {result === 'abandoned' && 'its engine sent no end · '}
        {died !== undefined && `${describeDeath({ cause, turn: died }, killer)} · `}
        <span class="soft">
          {describeSetting(row)} · <TimeAgo at={startedAt} />
        </span>
      </p>
    </header>
  );
}

function describeSetting({ ruleset, map, source, strategy, version, experiment, variant, ...row }: GameView): string {
  const { width, height, snakes, imported } = row;
  const facts = [
    [ruleset, map !== ruleset && map !== 'standard' && map && `map ${map}`].filter(Boolean).join(', '),
    `${width}×${height}`,
    formatMany(snakes, 'snake'),
    source,
    strategy && ['strategy', strategy, version].filter(Boolean).join(' '),
    experiment !== undefined && `${experiment}, ${variant}`,
    imported && `imported from ${imported.from}`,
    imported && imported.unknown.length > 0 && `not known: ${imported.unknown.join(', ')}`,
  ];
  return facts.filter(Boolean).join(' · ');
}
