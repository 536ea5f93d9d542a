/** How the host does, at a glance. */
import type { HostView, JournalView } from '../../api/live.js';
import { formatBytes, formatMany, formatThousands } from '../format/numbers.js';
import { formatDuration } from '../format/times.js';
import { StatTile, StatTiles } from '../kit/figures.js';
import { describeLag, type Tone } from '../format/words.js';

const LAG_TITLE = 'How late timers of the host fire: the 99th percentile of the last two seconds';

/** Games, children, the journal and the process. What is stale says nothing of how the host does now. */
export function HostFigures({ host, isStale }: { host: HostView; isStale: boolean }) {
  const { snakes, loopDelay, memoryMb, journal, uptime, state, games = 0, silent = [] } = host;
  const seats = snakes.reduce((sum, snake) => sum + (snake.games ?? 0), 0);
  const children = snakes.flatMap((snake) => snake.children ?? []);
  const waiting = snakes.reduce((sum, snake) => sum + (snake.waiting ?? 0), 0);
  const hasChildren = snakes.some((snake) => snake.children !== undefined);
  const lag = loopDelay === undefined ? undefined : describeLag(loopDelay);
  return (
    <StatTiles label="Host">
      <StatTile name="Live games" note={`${formatMany(seats, 'seat')}; ${formatMany(silent.length, 'silent seat')}`}>
        {formatThousands(games)}
      </StatTile>
      {hasChildren && (
        <StatTile
          name="Child processes"
          note={waiting === 0 ? 'no turn waits for a core' : `${formatMany(waiting, 'turn')} waiting`}
        >
          {children.length}
        </StatTile>
      )}
      {journal && <JournalTile journal={journal} />}
      {lag && (
        <StatTile name="Event-loop lag" title={LAG_TITLE} tone={lag.tone} note={lag.note}>
          {lag.text}
        </StatTile>
      )}
      {memoryMb !== undefined && (
        <StatTile name="Memory" note="the host's own process">
          {formatThousands(memoryMb)} MB
        </StatTile>
      )}
      {uptime !== undefined && (
        <StatTile
          name="Uptime"
          tone={state === 'ready' ? undefined : 'warning'}
          note={isStale ? `last heard as ${state}` : state}
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
        ? 'the file is damaged: see the log'
        : journal.waiting === 0
          ? 'all events are on disk'
          : `${formatMany(journal.waiting, 'event')}, ${formatBytes(journal.bytes)} to write`;
  return (
    <StatTile name="Journal" tone={JOURNAL_TONES[journal.state]} note={note}>
      {journal.state}
    </StatTile>
  );
}
