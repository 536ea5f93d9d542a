import { expect } from 'chai';
import * as greedy from '../../strategies/greedy.js';
import { asking, CONTESTED, POCKET, ROOMY_POCKET, UNCONTESTED } from './pictures.js';

const ask = asking(greedy);

describe('greedy', () => {
  it('goes for the nearest food', async () => {
    expect(await ask('*......\n.......\n...A.*.\n...a...\n...a...')).to.equal('right');
  });

  it('finds the way round an obstacle', async () => {
    const picture = `
      .*.....
      .......
      bbbb...
      b..A...
      b..a...
      B..a...
      B length 10
    `;
    expect(await ask(picture)).to.equal('right');
  });

  it('enters a pocket only if it is as large as itself, even for food', async () => {
    expect(await ask(POCKET)).to.equal('up');
    expect(await ask(ROOMY_POCKET)).to.equal('left');
  });

  it('takes the larger of two pockets if both are too small', async () => {
    const picture = `
      bbbbbB
      .A...a
      Caaaaa
      A length 12
      B length 30
    `;
    expect(await ask(picture)).to.equal('right');
  });

  it('does not risk a head-to-head for food with a snake that is at least as long', async () => {
    expect(await ask(CONTESTED)).not.to.equal('right');
    expect(await ask(`${UNCONTESTED}\nB length 4`)).not.to.equal('right');
    expect(await ask(UNCONTESTED)).to.equal('right');
  });

  it('leaves food alone until it is hungry, if the options demand it', async () => {
    const options = { hungerBelow: 50 };
    expect(await ask(`${ROOMY_POCKET}\nA health 50`, options)).to.equal('up');
    expect(await ask(`${ROOMY_POCKET}\nA health 49`, options)).to.equal('left');
  });

  it('does not starve a step before food', async () => {
    expect(await ask('.....\n.A*..\n.a...\n.a...\nA health 1')).to.equal('right');
  });

  it('goes through the edge of a board that wraps', async () => {
    expect(await ask('A..*\na...\na...\n....\nrules wraps')).to.equal('left');
  });
});
