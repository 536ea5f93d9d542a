/** How the host does, at a glance. */
import type { HostView, JournalView } from '../../api/live.js';
import { formatBytes, formatMany, formatThousands } from '../format/numbers.js';
import { formatDuration } from '../format/times.js';
import { StatTile, StatTiles } from '../kit/figures.js';
import type { Tone } from '../format/words.js';

/** Delay of the event loop from which answers may be late, in ms. */
const MUCH_DELAY_MS = 50;

/** Games, children, the journal and the process. What is stale says nothing of how the host does now. */
export function HostFigures({ host, isStale }: { host: HostView; isStale: boolean }) {
  const { snakes, loopDelay, memoryMb, journal, uptime, state, games = 0 } = host;
  const seats = snakes.reduce((sum, snake) => sum + (snake.games ?? 0), 0);
  const children = snakes.flatMap((snake) => snake.children ?? []);
  const waiting = snakes.reduce((sum, snake) => sum + (snake.waiting ?? 0), 0);
  const hasChildren = snakes.some((snake) => snake.children !== undefined);
  const isLate = loopDelay !== undefined && loopDelay > MUCH_DELAY_MS;
  return (
    <StatTiles label="Host">
      <StatTile name="Games under way" note={`${formatMany(seats, 'seat')}, ${formatMany(snakes.length, 'snake')}`}>
        {formatThousands(games)}
      </StatTile>
      {hasChildren && (
        <StatTile
          name="Child processes"
          note={waiting === 0 ? 'no turn waits' : `${formatMany(waiting, 'turn')} waiting`}
        >
          {children.length}
        </StatTile>
      )}
      {journal && <JournalTile journal={journal} />}
      {loopDelay !== undefined && (
        <StatTile name="Loop delay" tone={isLate ? 'warning' : undefined} note={isLate ? 'high' : 'low'}>
          {formatDuration(loopDelay)}
        </StatTile>
      )}
      {memoryMb !== undefined && (
        <StatTile name="Memory" note="the host's own process">
          {formatThousands(memoryMb)} MB
        </StatTile>
      )}
      {uptime !== undefined && (
        <StatTile
          name="Up for"
          tone={state === 'ready' ? undefined : 'warning'}
          note={isStale ? `was ${state} when it was heard last` : state}
        >
          {formatDuration(uptime)}
        </StatTile>
      )}
    </StatTiles>
  );
}

const JOURNAL_TONES: Readonly<Record<JournalView['state'], Tone | undefined>> = {
  off: undefined,
  working: undefined,
  failing: 'bad',
  damaged: 'bad',
};

function JournalTile({ journal }: { journal: JournalView }) {
  const note =
    journal.state === 'off'
      ? 'games are not kept'
      : journal.state === 'damaged'
        ? 'its file is damaged: see the log of the host'
        : journal.waiting === 0
          ? 'all is on the disk'
          : `${formatMany(journal.waiting, 'event')}, ${formatBytes(journal.bytes)} to write`;
  return (
    <StatTile name="Journal" tone={JOURNAL_TONES[journal.state]} note={note}>
      {journal.state}
    </StatTile>
  );
}
