/** What a profile shows, by function. Called by `study-turn.ts`. */
import type { Profiler, Runtime } from 'node:inspector';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatBytes, formatMs, formatPercent } from '../../views/numbers.js';
import { formatTable } from '../../terminal/format-table.js';
import type { TurnProfile } from './profiler-main.js';

/** Most functions in the table. */
const MAX_ROWS = 15;
/** V8's name for time outside of functions. */
const GARBAGE = '(garbage collector)';
/** The host's own files. */
const OURS = new URL('../../../', import.meta.url).href;

/** A function with its own time, the time with the functions that it calls, in ms, and what it allocates, in bytes. */
interface FunctionTime {
  readonly name: string;
  /** `strategies/hunter.ts:12`; empty for V8's own. */
  readonly place: string;
  own: number;
  total: number;
  allocated: number;
}

/** Parses a profile. The places of functions become lines of the sources, for any viewer of `.cpuprofile` files. */
export function parseProfile(text: string, payload: SourceMapPayload): TurnProfile {
  const map = new SourceMap(payload);
  const translate = (frame: Runtime.CallFrame): Runtime.CallFrame => {
    const entry = map.findEntry(frame.lineNumber, frame.columnNumber);
    if (!frame.url.endsWith('/strategy.mjs') || !('originalSource' in entry)) return frame;
    const { originalSource, originalLine: lineNumber, originalColumn: columnNumber } = entry;
    return { ...frame, url: new URL(originalSource, payload.sourceRoot).href, lineNumber, columnNumber };
  };
  return JSON.parse(text, (key, value: unknown) => {
    // The lines of ticks are lines of the bundle.
    if (key === 'positionTicks') return undefined;
    return key === 'callFrame' ? translate(value as Runtime.CallFrame) : value;
  }) as TurnProfile;
}

/**
 * The strategy's functions and all that they call, the one with the most own time first. A function that calls itself
 * counts once in its total. What the host does for each turn is left out: a quick strategy would disappear below it.
 */
export function sumFunctions({ cpu, heap }: TurnProfile): FunctionTime[] {
  const found = new Map<string, FunctionTime>();
  const functionOf = (frame: Runtime.CallFrame): FunctionTime => {
    const name = frame.functionName || '(anonymous)';
    const key = `${name} ${frame.url}:${frame.lineNumber}:${frame.columnNumber}`;
    const known = found.get(key) ?? { name, place: placeOf(frame), own: 0, total: 0, allocated: 0 };
    found.set(key, known);
    return known;
  };
  const times = new Map<number, number>();
  const { samples = [], timeDeltas = [], nodes } = cpu;
  samples.forEach((id, index) => times.set(id, (times.get(id) ?? 0) + Math.max(0, timeDeltas[index] ?? 0) / 1000));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const sum = (node: Profiler.ProfileNode, above: ReadonlySet<FunctionTime>): number => {
    const one = above.size > 0 || isStrategys(node.callFrame) ? functionOf(node.callFrame) : undefined;
    const own = times.get(node.id) ?? 0;
    const below = one === undefined ? above : new Set([...above, one]);
    const total = (node.children ?? []).reduce((all, id) => all + sum(byId.get(id)!, below), own);
    if (one === undefined) return total;
    one.own += own;
    if (!above.has(one)) one.total += total;
    return total;
  };
  sum(nodes[0]!, new Set());
  const allocate = ({ callFrame, selfSize, children }: TurnProfile['heap']['head'], isBelow: boolean): void => {
    const isCounted = isBelow || isStrategys(callFrame);
    if (isCounted) functionOf(callFrame).allocated += selfSize;
    for (const child of children) allocate(child, isCounted);
  };
  allocate(heap.head, false);
  return [...found.values()].sort((one, other) => other.own - one.own);
}

/** Garbage is nobody's; it counts. */
function isStrategys({ functionName, url }: Runtime.CallFrame): boolean {
  return functionName === GARBAGE || (url.startsWith('file:') && !url.startsWith(OURS));
}

/** The table of a profile of `turns` repetitions, within `width` columns, below the sums. */
export function formatProfile(profile: TurnProfile, turns: number, width: number): string {
  const all = sumFunctions(profile);
  const computed = all.reduce((sum, { own }) => sum + own, 0);
  const allocated = all.reduce((sum, one) => sum + one.allocated, 0);
  const shareOf = (ms = 0) => formatPercent(ms / Math.max(computed, Number.MIN_VALUE), 1);
  const garbage = shareOf(all.find(({ name }) => name === GARBAGE)?.own);
  const shown = all.filter(({ name }) => name !== GARBAGE).slice(0, MAX_ROWS);
  const rows = shown.map(({ name, place, own, total, ...one }) => {
    return [name, formatMs(own / turns, 2), shareOf(own), shareOf(total), formatBytes(one.allocated / turns), place];
  });
  return [
    `A turn computes for ${formatMs(computed / turns)}, ${garbage} of it to collect garbage, and allocates ${formatBytes(allocated / turns)}.`,
    formatTable(['function', 'own', 'own', 'with calls', 'allocates', 'place'], rows, { width, wraps: [5] }),
  ].join('\n');
}

/** A file outside of the working directory is shown with its folder only. */
function placeOf({ url, lineNumber }: Runtime.CallFrame): string {
  if (url === '') return '';
  const file = url.startsWith('file:') ? path.relative('.', fileURLToPath(url)) : url;
  const shown = file.startsWith('..') ? ['…', ...file.split(path.sep).slice(-2)].join('/') : file;
  return `${shown}:${lineNumber + 1}`;
}
