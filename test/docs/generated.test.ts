import { Ajv } from 'ajv';
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { createGenerated } from '../support/generated.js';
import { createConfigSchema } from '../support/json-schema.js';

describe('what is made from the source', () => {
  it('is up to date: if not, run "npm run generate"', async () => {
    for (const [file, text] of await createGenerated()) {
      expect(readFileSync(file, 'utf8') === text, `${file}: run "npm run generate"`).to.equal(true);
    }
  });
});

describe('the sentence that says what this is', () => {
  it('is the same in package.json, in the README and on the site', () => {
    const { description } = JSON.parse(readFileSync('package.json', 'utf8')) as { description: string };
    for (const file of ['README.md', 'site/pages/index.md']) {
      expect(readFileSync(file, 'utf8').replaceAll(/\s+/g, ' '), file).to.include(description);
    }
  });
});

describe('the schema of the configuration for editors', () => {
  const isValid = new Ajv({ strict: false }).compile(JSON.parse(createConfigSchema()) as object);
  const snake = '{ prefix: /a, strategy: greedy }';

  it('takes the reference, with every key uncommented', () => {
    const text = readFileSync('config/reference.yaml', 'utf8').replaceAll(/^( +)# ((?:- )? *\w+:)/gm, '$1$2');
    isValid(parse(text));
    expect(isValid.errors).to.equal(null);
  });

  it('takes a variable for any value', () => {
    expect(isValid(parse(`server: { port: $P, drain: $D, grace: $W }\njournal: $J\nsnakes: [${snake}]`))).to.equal(
      true,
    );
  });

  for (const wrong of ['server: { prot: 1 }', 'server: { port: x }', 'server: { drain: 5 sec }', 'journal: of']) {
    it(`refuses ${wrong}`, () => expect(isValid(parse(`${wrong}\nsnakes: [${snake}]`))).to.equal(false));
  }

  it('is where the first line of each shipped configuration says', () => {
    for (const file of ['config/snakes.yaml', 'config/reference.yaml']) {
      const [, schema] = /^# yaml-language-server: \$schema=(\S+)/.exec(readFileSync(file, 'utf8')) ?? [];
      expect(path.join('config', schema!), file).to.equal('config/snakes.schema.json');
    }
  });
});
