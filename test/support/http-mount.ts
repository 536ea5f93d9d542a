/** A snake behind a URL, asked as engines ask. */
import type { Arrival } from '../../src/snakes/mount.js';
import type { GameRequest } from '../../src/wire/resources.js';
import type { Answer } from '../../src/wire/responses.js';

/** Its `sent` resolves when everything that waits for no answer has arrived. */
export function createHttpMount(url: string) {
  const sent: Promise<unknown>[] = [];
  const post = async (action: string, { text }: Arrival) => {
    const response = await fetch(`${url}/${action}`, { method: 'POST', body: text });
    return (await response.json()) as Record<string, unknown>;
  };
  return {
    start: (_: GameRequest, arrival: Arrival) => void sent.push(post('start', arrival)),
    async answer(_: GameRequest, arrival: Arrival): Promise<Answer> {
      const { move } = await post('move', arrival);
      return { kind: 'moved', move: move as 'up', took: 0 };
    },
    end: (_: GameRequest, arrival: Arrival) => void sent.push(post('end', arrival)),
    sent: () => Promise.all(sent),
  };
}
