/** The phrases that we do not write, counted in documents, messages, comments and test titles. */
import { expect } from 'chai';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { inRepository } from '../support/fixtures.js';

/** Each phrase, as a pattern, and what to write instead. */
const PHRASES: readonly [phrase: string, instead: string][] = [
  ['under way', 'running, in progress, in flight'],
  ['beside', 'next to, compared with, besides'],
  ['unless given', '(default: …)'],
  ['likewise', 'also'],
  ['for ever', 'forever'],
  ['anew', 'again'],
  ['whoever', 'anyone who, or name them'],
  ['so long as', 'while'],
  ['once more', 'again'],
  ['put right|mend(?:s|ed|ing)?', 'fix'],
  ['go(?:es|ing|ne)? on|went on', 'continue'],
  ['go(?:es)? away|went away|(?:is|are|was|were|be) (?:away|gone)', 'disconnect, be unreachable, exit, be deleted'],
  ['c(?:a|o)mes? back', 'return, be reachable again'],
  ['says? so|said so', 'report, or name what is said'],
  ['(?:is|are|was|were|be|been|being) (?:told|said)', 'receives, is reported'],
  ['worth a word|without a word|a word of', 'a message'],
  ['th(?:ose|at) of|those that', 'name the thing'],
  ['by itself|by themselves', 'automatically, alone'],
  ['of its own|of their own', 'its own …, separate'],
  ['own answer', "the strategy's move"],
  ['looked at', 'checked, shown'],
  ['less deep', 'one ply shallower'],
  ['(?:node|ply) more', 'one extra node'],
  ['travell?(?:s|ed|ing)?|travel|the way of', 'network latency, be sent'],
  ['(?:its|their|whose|the) looks', 'appearance, customization'],
  ['(?:hears?|heard) of', 'receive, be reported'],
  ['bec(?:a|o)mes? of|come of', 'fate, result'],
  ['but for', 'except'],
  ['in vain', 'without …'],
  ['to and fro', 'back and forth'],
  ['kin', 'and similar ones'],
  ['c(?:o|a)m(?:es?|ing) along', 'be included'],
  ['t(?:akes?|ook|aking) over|takes? in (?:a|the|every) change', 'reload, apply, continue'],
  ['begins? as', 'start from'],
  ['nothing tells|tells nothing', 'no evidence'],
  ['says? whether', 'check, show'],
  ['(?:a|the|its|your|their|his) thoughts?|what you thought', 'an explanation, a note'],
  ['somebody', 'a snake, a player'],
  ['(?:go(?:es)?|went) straight on', 'keep its direction'],
  ['packed by|unpacked by', 'compressed'],
  ['believe[sd]?', 'accept, trust'],
  ['behind all', 'after, last'],
  ['are too near', 'name the limit'],
  ['the exit code tells', 'read from the exit code'],
];

/** Where a phrase is meant literally. */
const ALLOWED: readonly RegExp[] = [/journey, travel/g];

const PROSE =
  /\.(?:tsx?|[cm]?js|md|ya?ml|py|sh|css|cfg|conf|env|service|timer|vue|toml)$|(?:^|\/)(?:Dockerfile|Procfile)$/;
const NOT_OURS =
  /^(?:dist|node_modules|data|site\/(?:\.pages|built|\.vitepress\/(?:cache|\.temp))|test\/fixtures|\.git\/)|\/node_modules\/|docs\/voice\.test/;

describe('voice', () => {
  const pattern = new RegExp(`\\b(?:${PHRASES.map(([phrase]) => `(${phrase})`).join('|')})\\b`, 'gi');
  const files = readdirSync(inRepository(''), { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(entry.name) : [entry.name]))
    .filter((file) => PROSE.test(file) && !NOT_OURS.test(file));

  it('has none of the phrases that we do not write', () => {
    const found = files.flatMap((file) =>
      [...proseOf(readFileSync(inRepository(file), 'utf8')).matchAll(pattern)].map(([phrase, ...groups]) => {
        const [, instead] = PHRASES[groups.findIndex((text) => text !== undefined)]!;
        return `${file}: "${phrase}": write ${instead}`;
      }),
    );
    expect(found, found.slice(0, 50).join('\n')).to.be.empty;
  });
});

function filesBelow(folder: string): string[] {
  if (NOT_OURS.test(`${folder}/`)) return [];
  const names = readdirSync(inRepository(folder), { recursive: true, encoding: 'utf8' });
  return names.map((name) => `${folder}/${name.split(path.sep).join('/')}`);
}

/** A text with its lines joined, so that a phrase is found across a line break of a comment. */
function proseOf(text: string): string {
  return ALLOWED.reduce((rest, use) => rest.replaceAll(use, ''), text.replaceAll(/\s*\n\s*(?:\*|\/\/|#)?\s*/g, ' '));
}
