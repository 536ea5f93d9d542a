/** Mounts without a strategy, which record their calls: for tests of the layers above. */
import type { Arrival, Mount } from '../../src/snakes/mount.js';
import type { GameRequest } from '../../src/wire/resources.js';
import type { Answer } from '../../src/wire/responses.js';
import { createGate } from './gate.js';

export interface Call {
  readonly action: 'start' | 'move' | 'end';
  readonly request: GameRequest;
  readonly arrival: Arrival;
}

export interface RecordingMount extends Mount {
  readonly calls: readonly Call[];
}

/** A mount that always answers `up`, unless `answer` is given. */
export function createMount(
  prefix: string,
  { answer, ...rest }: Partial<Pick<Mount, 'name' | 'info'>> & { answer?: () => Promise<Answer> } = {},
): RecordingMount {
  const calls: Call[] = [];
  return {
    calls,
    prefix,
    name: 'Constant',
    info: { apiversion: '1', color: '#2e8b57', head: 'fang', tail: 'bolt' },
    isPlaying: ({ game }) => calls.some(({ request }) => request.game.id === game.id),
    start: (request, arrival) => void calls.push({ action: 'start', request, arrival }),
    answer(request, arrival) {
      calls.push({ action: 'move', request, arrival });
      return answer === undefined ? Promise.resolve({ kind: 'moved', move: 'up', took: 1 }) : answer();
    },
    leave: () => true,
    end: (request, arrival) => void calls.push({ action: 'end', request, arrival }),
    status: () => ({
      prefix,
      name: 'Constant',
      strategy: 'constant',
      isolation: 'inline',
      live: 0,
      games: [],
      children: [],
    }),
    ...rest,
  };
}

/** A mount at `/greedy` that answers once the test calls `release`; `asked` resolves when it was first asked. */
export function createHeldMount() {
  const [asked, held] = [createGate(), createGate()];
  const answer = async (): Promise<Answer> => {
    asked.resolve();
    await held.promise;
    return { kind: 'moved', move: 'up', took: 1 };
  };
  return { mount: createMount('/greedy', { answer }), asked: asked.promise, release: held.resolve };
}
