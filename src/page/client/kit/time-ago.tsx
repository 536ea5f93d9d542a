/** A moment as the time since, which keeps itself up to date. */
import { useEffect, useState } from 'preact/hooks';
import { formatMoment, formatTimeAgo, timeAgoChangesIn } from '../format/times.js';

/** How long ago `at`, in ms since 1970, was; the moment itself shows when pointed at. */
export function TimeAgo({ at }: { at: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), timeAgoChangesIn(at, Date.now()) + 20);
    return () => clearTimeout(timer);
  }, [at, now]);
  return (
    <time dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
      {formatTimeAgo(at, Math.max(now, at))}
    </time>
  );
}
