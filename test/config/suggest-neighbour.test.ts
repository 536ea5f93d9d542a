import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { suggestNeighbour } from '../../src/config/suggest-neighbour.js';
import { useFolder } from '../support/journals.js';

describe('a neighbour of a missing file', () => {
  const folder = useFolder();

  it('is suggested as the missing one is written', () => {
    writeFileSync(folder.path('helpers.js'), '');
    const missing = folder.path('helprs.js');
    expect(suggestNeighbour(missing)).to.equal(' Did you mean "helpers.js"?');
    expect(suggestNeighbour(missing, './helprs.js')).to.equal(' Did you mean "./helpers.js"?');
    expect(suggestNeighbour(folder.path('none/helprs.js'))).to.equal('');
  });
});
