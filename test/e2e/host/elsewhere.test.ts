/** A strategy in a folder outside the repository, beside files and packages that it imports. */
import { expect } from 'chai';
import { WalkingSnake } from '../../support/walking-snake.js';
import { killProcesses, spawnHost, writeFolder } from '../../support/host-process.js';

const FILES = {
  'mine.ts': `
    import { reachableSpace, DIRECTIONS, type Customization, type Move, type Turn, type Context } from 'serpentarium';
    import { word } from './lib/word.js';
    import { twice } from 'tiny-package';
    export const customization: Customization = { color: '#abcdef' };
    export const options = { properties: { loud: { type: 'boolean', default: true } } };
    export function move(turn: Turn, context: Context<{ loud: boolean }>): Move {
      const space = Math.max(...DIRECTIONS.map((move) => reachableSpace(context.position, context.seat, move)));
      return { move: 'left', shout: [twice(word), turn.board.width, space, context.options.loud, process.env.WORD].join(' ') };
    }`,
  'lib/word.ts': `export const word: string = 'hiss';`,
  'node_modules/tiny-package/package.json': `{ "name": "tiny-package", "type": "module", "exports": "./index.js" }`,
  'node_modules/tiny-package/index.js': `export const twice = (text) => text + text;`,
};

describe('a strategy outside the repository', () => {
  after(killProcesses);

  it('imports serpentarium and the files and packages of its folder, in a process or inline', async () => {
    const strategies = writeFolder(FILES);
    const snakes = ['process', 'inline'].map((isolation) => {
      return {
        prefix: `/${isolation}`,
        strategy: 'mine',
        isolation,
        options: { loud: false },
        ...(isolation === 'process' && { env: ['WORD'] }),
      };
    });
    const host = await spawnHost({ strategies, snakes }, { WORD: 'secret' });
    for (const { prefix } of snakes) {
      const game = new WalkingSnake({ url: host.url + prefix, timeout: 5000 });
      expect(await game.move()).to.include({ move: 'left', shout: 'hisshiss 25 624 false secret' });
    }
  });
});
