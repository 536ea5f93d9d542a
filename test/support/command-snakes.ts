/** Snakes for Node that speak the protocol of commands, as text: tests write them into a folder. */

export interface CommandSnakeSketch {
  /** A JavaScript expression of the answer to `message`, a move; `options`, `games` and `process` are in scope. */
  readonly answers?: string;
  /** Members of its `hello`, as JSON. */
  readonly hello?: Readonly<Record<string, unknown>>;
  /** JavaScript that runs before all else. */
  readonly first?: string;
}

/** A program that counts the turns of each game in `games`, and answers. */
export function commandSnake({ answers = `{ move: 'up' }`, hello = {}, first = '' }: CommandSnakeSketch = {}): string {
  return `
import { createInterface } from 'node:readline';
${first}
const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
const games = new Map();
let options;
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.options !== undefined) options = message.options;
  switch (message.type) {
    case 'hello':
      say({ type: 'hello', protocol: 1, ...${JSON.stringify(hello)} });
      break;
    case 'start':
      games.set(message.game, 0);
      break;
    case 'move':
      games.set(message.game, games.get(message.game) + 1);
      say({ id: message.id, ...(${answers}) });
      break;
    case 'end':
      games.delete(message.game);
      say({ log: 'the game is over', left: games.size });
  }
}
`;
}
