/** The program of docs/networks.md makes a network that `evaluationFrom` computes as scikit-learn does. */
import { expect } from 'chai';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { COLUMNS } from '../../../src/exporting/columns.js';
import { loadBoard, SearchBoard } from '../../../src/search/board/board.js';
import { INPUTS, readInputs } from '../../../src/search/evaluation/network/inputs.js';
import type { NetworkFile } from '../../../src/search/evaluation/network/network-file.js';
import { evaluationFrom } from '../../../src/search/evaluation/network/network.js';
import { inRepository } from '../../support/fixtures.js';
import { playRandomly, snakesNamed } from '../../support/games.js';
import { boardOf } from '../../support/search-boards.js';
import { codeBlocks } from '../../support/markdown.js';
import { python } from '../../support/command-fixtures.js';

const hasLearner = python !== undefined && spawnSync(python, ['-c', 'import sklearn']).status === 0;
/** Appended to the program: the logarithm of the odds that the model gives to the first boards. */
const TELL = `
import math
print(json.dumps([math.log(won / lost) for lost, won in model.predict_proba(scaler.transform(inputs))[:50]]))
`;

describe('docs/networks.md', function () {
  this.timeout(120_000);
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'serpentarium-networks-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  (hasLearner ? it : it.skip)('makes a network with scikit-learn', async () => {
    const page = await readFile(inRepository('docs/networks.md'), 'utf8');
    const { code } = codeBlocks(page).find(({ language }) => language === 'python')!;
    const columns = new Set(COLUMNS.map(({ name }) => name));
    const [list] = /(?<=INPUTS = )\[.*\]/.exec(code)!;
    expect((JSON.parse(list) as string[]).filter((name) => !columns.has(name))).to.deep.equal([]);
    const board = new SearchBoard({ width: 11, height: 11 });
    const values = new Float64Array(INPUTS.length);
    const scores: ((network: NetworkFile) => number)[] = [];
    const lines: string[] = [];
    for (let seed = 0; seed < 40; seed++) {
      playRandomly({ seed, snakes: snakesNamed(2) }, ({ position }) => {
        loadBoard(board, position, 0);
        if (board.living < 2) return;
        readInputs(board, values);
        const row = Object.fromEntries(INPUTS.map((name, index) => [name, values[index]]));
        lines.push(JSON.stringify({ ...row, outcome: row['area']! > row['rival_area']! ? 'win' : 'loss' }));
        const kept = boardOf(position, 0);
        scores.push((network) => evaluationFrom(network)(kept));
      });
    }
    await writeFile(path.join(folder, 'positions.jsonl'), lines.join('\n'));
    const { stdout } = await promisify(execFile)(python!, ['-c', code + TELL], {
      cwd: folder,
      env: { ...process.env, OPENBLAS_NUM_THREADS: '1' },
    });
    const odds = JSON.parse(stdout) as number[];
    const network = JSON.parse(await readFile(path.join(folder, 'network.json'), 'utf8')) as NetworkFile;
    odds.forEach((logarithm, index) => {
      expect(scores[index]!(network)).to.be.closeTo(network.scale * logarithm, 1);
    });
    expect(odds).to.have.length(50);
    expect(Math.max(...odds)).to.be.above(0);
    expect(Math.min(...odds)).to.be.below(0);
  });
});
