/**
 * Folds the profile of a server into the stages of a `/move`: each sample counts for the innermost function that
 * belongs to one. Used by `host.ts`.
 */

/** CPU time in ms, by who took it. */
export type CpuParts = Record<'loop' | 'threads' | 'strategies' | 'others', number>;

/** A profile as V8 writes it, as far as we read it. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  /** The time before each sample, in µs. */
  readonly timeDeltas: readonly number[];
}

/** Where a sample belongs whose stack shows none of the files below: the kernel, libuv, llhttp, Node's own streams. */
const SOCKET = 'socket and parser';
const COLLECTION = 'garbage collection';

/** The stages, with the files that belong to them. The first that matches counts. */
const STAGES: readonly (readonly [stage: string, files: RegExp])[] = [
  [SOCKET, /\/bench\/support\/raw-server\.js|\/src\/http\/(?:server|sockets\/.*)\.js/],
  [
    'body',
    /\/(?:koa-bodyparser|co-body|raw-body|iconv-lite|inflation|bytes|unpipe|@hapi\/bourne)\/|\/src\/http\/body\//,
  ],
  ['Koa', /\/node_modules\/|\/src\/http\/(?:app|error-handler|context)\.js/],
  ['lookup', /\/src\/http\/(?:lookup|access\/.*)\.js/],
  ['routes', /\/src\/http\/snake-routes\.js/],
  ['limits', /\/src\/http\/limits\/|\/src\/snakes\/(?:byte-budget|shared-limits)\.js/],
  ['validation', /\/src\/wire\/(?:reader|compiled-request|limits)\.js/],
  ['budget', /\/src\/snakes\/game\/overhead\.js|\/src\/processes\/event-loop-monitor\.js/],
  ['schedule', /\/src\/snakes\/schedule\//],
  ['channel', /\/src\/processes\/|\/src\/snakes\/process\//],
  ['strategy', /\/src\/snakes\/(?:inline-.*|strategy\/.*)\.js|\/src\/wire\/(?:move|note|canonical)\.js|strategies/],
  ['metrics', /\/prom-client\/|\/src\/(?:metrics\/.*|host\/host-events|snakes\/game\/game-reporter)\.js/],
  ["journal's hand-off", /\/src\/(?:host|journal|page)\/.*\.js/],
  ["game's state", /\/src\/(?:snakes|inference|rules|wire)\//],
];
const ANSWER = 'answer';
const METRICS = /\/prom-client\//;

/** All stages of the event loop, in the order in which they are shown. */
export const STAGE_NAMES: readonly string[] = [...STAGES.map(([stage]) => stage), ANSWER, COLLECTION];

/** What takes CPU time outside of the event loop. */
export const OUTSIDE: Readonly<Record<Exclude<keyof CpuParts, 'loop'>, string>> = {
  threads: 'other threads of the host',
  strategies: "child's side",
  others: "journal's process",
};

/** The sum of all of them. */
export const ALL = 'all';

/** The share of each stage in the time that the server was busy, from 0 to 1. */
export function sharesOf({ nodes, samples, timeDeltas }: CpuProfile): Map<string, number> {
  const stageOf = resolveStages(nodes);
  const times = new Map<string, number>();
  let busy = 0;
  for (const [index, id] of samples.entries()) {
    const stage = stageOf.get(id);
    // A sample shows what ran until the next one.
    const time = timeDeltas[index + 1] ?? 0;
    if (stage === undefined) continue;
    times.set(stage, (times.get(stage) ?? 0) + time);
    busy += time;
  }
  return new Map([...times].map(([stage, time]) => [stage, time / busy]));
}

/** The stage of every node of the tree; none for idle time. */
function resolveStages(nodes: CpuProfile['nodes']): Map<number, string | undefined> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const stages = new Map<number, string | undefined>();
  const visit = (id: number, outer: string) => {
    const { callFrame, children = [] } = byId.get(id)!;
    const stage = stageOfFrame(callFrame, outer);
    stages.set(id, callFrame.functionName === '(idle)' ? undefined : stage);
    for (const child of children) visit(child, stage);
  };
  visit(nodes[0]!.id, SOCKET);
  return stages;
}

function stageOfFrame({ functionName, url }: CpuProfile['nodes'][number]['callFrame'], outer: string): string {
  if (functionName === '(garbage collector)') return COLLECTION;
  if (functionName === 'respond' && url.includes('/koa/')) return ANSWER;
  // What Koa calls to answer belongs to the answer, until something of ours is called.
  if (METRICS.test(url)) return 'metrics';
  const found = STAGES.find(([, files]) => files.test(url))?.[0] ?? outer;
  return outer === ANSWER && found === 'Koa' ? outer : found;
}
