import { expect } from 'chai';
import { validateModule } from '../../../src/snakes/strategy/validate-module.js';

const move = () => 'up';
const customization = {};

function refusal(module: Record<string, unknown>): string {
  try {
    validateModule(module);
    return '';
  } catch (thrown) {
    return (thrown as Error).message;
  }
}

describe('validateModule', () => {
  it('returns a complete module', () => {
    const module = { customization, move, options: {}, start: move, end: move };
    expect(validateModule(module)).to.equal(module);
  });

  const faults: [string, Record<string, unknown>, string][] = [
    ['no move', { customization }, 'The file exports no "move". Did you forget "export"?'],
    ['a move that is not a function', { customization, move: 'up' }, 'Its export "move" is a string, not a function.'],
    [
      'a misspelt move',
      { customization, moev: move },
      'The file exports no "move". It exports "moev". Did you mean "move"?',
    ],
    [
      'a misspelt customization',
      { customisation: {}, move },
      'The file exports no "customization". It exports "customisation". Did you mean "customization"?',
    ],
    [
      'misspelt options',
      { customization, move, option: {} },
      'The file exports "option", which the host does not know. Did you mean "options"?',
    ],
    [
      'a misspelt start',
      { customization, move, strat: move },
      'The file exports the function "strat", which the host does not know. Did you mean "start"?',
    ],
    [
      'an unknown function',
      { customization, move, evaluate: move },
      'The file exports the function "evaluate", which the host does not know. If it is a helper, do not export it.',
    ],
    [
      'a strategy in a default object',
      { default: { customization, move } },
      'The file exports no "customization". It is inside the default export; export it by name. ' +
        'The file exports no "move". It is inside the default export; export it by name.',
    ],
    [
      'a move as the default export',
      { customization, default: move },
      'The file exports no "move". It has a default export; export it by name.',
    ],
  ];
  for (const [what, module, message] of faults) {
    it(`refuses ${what}`, () => {
      expect(refusal(module)).to.equal(message);
    });
  }

  it('lists every fault at once', () => {
    expect(refusal({ customisation: {}, moev: move, strat: move }).match(/Did you mean "(\w+)"/g)).to.deep.equal([
      'Did you mean "customization"',
      'Did you mean "move"',
      'Did you mean "start"',
    ]);
  });

  const helpers: Record<string, unknown> = {
    MOVES: ['up'],
    moves: ['up'],
    WEIGHTS: { food: 1 },
    Node: class {
      cells = 0;
    },
    ends: 3,
  };
  for (const [name, value] of Object.entries(helpers)) {
    it(`allows the helper "${name}"`, () => {
      expect(refusal({ customization, move, [name]: value })).to.equal('');
    });
  }

  it('allows an object with a name near one that is exported too', () => {
    expect(refusal({ customization, move, options: {}, option: {} })).to.equal('');
  });
});
