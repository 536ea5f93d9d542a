/**
 * What the hazards of each moving map have to do over a game, checked turn by turn. The same checks look at recorded
 * games of the official engine and at our own.
 */
import { expect } from 'chai';

/** A cell as x and y. */
export type Pair = readonly [number, number];

/** The hazards on the boards of a game, in order of turns from 0. */
export interface HazardCourse {
  readonly map: string;
  readonly width: number;
  readonly height: number;
  readonly shrinkEveryNTurns: number;
  readonly turns: readonly CourseTurn[];
}

/** One board. Food and body are known for `solo_maze` only. */
export interface CourseTurn {
  readonly hazards: readonly Pair[];
  readonly food?: readonly Pair[];
  readonly body?: readonly Pair[];
}

/** Throws if the hazards are not what the map's row in the facts says. */
export function checkCourse(course: HazardCourse): void {
  CHECKS[course.map]!(course);
}

type Check = (course: HazardCourse) => void;

const textOf = (cells: readonly Pair[]): string[] => cells.map(([x, y]) => `${x},${y}`).sort();
const far = (a: Pair, b: Pair): number => Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]));

function everyCell({ width, height }: HazardCourse): Pair[] {
  return Array.from({ length: width * height }, (_, cell) => [cell % width, Math.floor(cell / width)] as const);
}

/** The cells that each turn adds. Throws if a turn takes any away, or adds one that is there already. */
function additions(course: HazardCourse): Pair[][] {
  let before = new Set<string>();
  return course.turns.map(({ hazards }, turn) => {
    const after = new Set(hazards.map(String));
    if (after.size !== hazards.length) expect.fail(`turn ${turn} stacks hazards`);
    for (const cell of before) if (!after.has(cell)) expect.fail(`${cell} disappears on turn ${turn}`);
    const added = after.size === before.size ? [] : hazards.filter((cell) => !before.has(String(cell)));
    before = after;
    return added;
  });
}

/** Checks that hazards appear exactly on the turns `first`, `first + every` …; returns what each of those adds. */
function spreads(course: HazardCourse, first: number, every: number): Pair[][] {
  return additions(course).filter((added, turn) => {
    const isDue = turn >= first && (turn - first) % every === 0;
    if (!isDue) expect(added, `turn ${turn}`).to.deep.equal([]);
    return isDue;
  });
}

function expectWithin(value: number, low: number, high: number): void {
  expect(value).to.be.within(low, high);
}

const POOLS: Readonly<Record<number, readonly string[]>> = {
  7: ['3,3'],
  11: ['3,3 7,7', '3,7 7,3', '3,5 7,5', '5,3 5,7'],
  19: ['13,13 13,5 5,13 5,5', '10,13 10,5 13,10 5,10'],
};

const CHECKS: Readonly<Record<string, Check>> = {
  healing_pools({ turns, width, shrinkEveryNTurns: every }) {
    expect(POOLS[width]).to.include(textOf(turns[0]!.hazards).join(' '));
    for (let turn = 1; turn < turns.length; turn++) {
      const [before, after] = [textOf(turns[turn - 1]!.hazards), textOf(turns[turn]!.hazards)];
      for (const cell of after) expect(before).to.include(cell);
      const driesUp = every > 0 && turn > 1 && (turn - 1) % every === 0 && before.length > 0;
      expect(after.length, `turn ${turn}`).to.equal(before.length - (driesUp ? 1 : 0));
    }
  },

  hz_hazard_pits({ turns, shrinkEveryNTurns: every }) {
    const starts = new Set(['1,1', '1,9', '9,1', '9,9']);
    turns.forEach(({ hazards }, turn) => {
      const steps = turn === 0 ? 0 : Math.floor((turn - 1) / every) % 7;
      const depth = Math.min(4, steps);
      const expected: string[] = [];
      for (let x = 1; x < 11; x += 2) {
        for (let y = 1; y < 11; y += 2) {
          if (!starts.has(`${x},${y}`)) for (let layer = 0; layer < depth; layer++) expected.push(`${x},${y}`);
        }
      }
      expect(textOf(hazards), `turn ${turn}`).to.deep.equal(expected.sort());
    });
  },

  sinkholes(course) {
    const every = course.shrinkEveryNTurns || 10;
    const last = { 7: 3, 11: 5, 19: 7 }[course.width]!;
    const centre: Pair = [Math.floor(course.width / 2), Math.floor(course.height / 2)];
    course.turns.forEach(({ hazards }, turn) => {
      const played = turn - 1;
      // A growth with offset o happens after turn o × every + 1, if that is not past the last.
      const offsets = Array.from({ length: last }, (_, offset) => offset).filter((offset) => {
        const at = offset * every + 1;
        return at <= played && (offset === 0 || at <= every * last);
      });
      const expected = everyCell(course).flatMap((cell) => {
        const [dx, dy] = [Math.abs(cell[0] - centre[0]), Math.abs(cell[1] - centre[1])];
        const covers = offsets.filter((offset) => Math.max(dx, dy) <= offset && (offset === 0 || dx + dy < 2 * offset));
        return covers.map(() => cell);
      });
      expect(textOf(hazards), `turn ${turn}`).to.deep.equal(textOf(expected));
    });
  },

  hz_spiral(course) {
    const added = spreads(course, 3, 3);
    if (added.length === 0) return;
    const start = added[0]![0]!;
    const margin = Math.floor(0.3 * course.width);
    for (const coordinate of start) expectWithin(coordinate, margin, course.width - 1 - margin);
    const path = spiralFrom(course, start);
    expect(added.map((cells) => cells.join(' '))).to.deep.equal(
      added.map((_, index) => {
        const cell = path[index];
        return cell !== undefined && isOn(course, cell) ? String(cell) : '';
      }),
    );
  },

  hz_scatter(course) {
    const size = course.width * course.height;
    spreads(course, 2, 2).forEach((added, index) => expect(added.length).to.equal(index < size ? 1 : 0));
  },

  hz_grow_box(course) {
    const start = course.turns[1]!.hazards[0]!;
    for (const coordinate of start) expectWithin(coordinate, 2, course.width - 2);
    spreads(course, 1, 12).forEach((added, index) => {
      const hazards = course.turns[1 + 12 * index]!.hazards;
      const columns = new Set(hazards.map(([x]) => x)).size;
      const rows = new Set(hazards.map(([, y]) => y)).size;
      expect(hazards.length, 'a full rectangle').to.equal(columns * rows);
      const isFull = index > course.width - 1 + course.height - 1;
      expect(columns + rows).to.equal(isFull ? course.width + course.height : 2 + index);
      if (isFull) expect(added).to.deep.equal([]);
    });
  },

  hz_expand_box(course) {
    const start = course.turns[1]!.hazards[0]!;
    for (const coordinate of start) expectWithin(coordinate, 2, course.width - 2);
    spreads(course, 1, 20);
    course.turns.forEach(({ hazards }, turn) => {
      const expected = everyCell(course).filter((cell) => turn >= 1 && far(cell, start) <= Math.floor(turn / 20));
      // Rings come on turns 21, 41 …, not on 20, 40 ….
      if (turn === 0 || turn % 20 === 0) return;
      expect(textOf(hazards), `turn ${turn}`).to.deep.equal(textOf(expected));
    });
  },

  hz_expand_scatter(course) {
    const start = course.turns[1]!.hazards[0]!;
    for (const coordinate of start) expectWithin(coordinate, 1, course.width - 1);
    const waiting = everyCell(course).map((cell) => far(cell, start));
    waiting.sort((a, b) => a - b);
    spreads(course, 1, 2).forEach((added, index) => {
      const expected = index < waiting.length ? [waiting[index]] : [];
      expect(added.map((cell) => far(cell, start))).to.deep.equal(expected);
    });
  },

  solo_maze(course) {
    course.turns.forEach((turn, number) => {
      const before = course.turns[number - 1];
      if (before !== undefined && textOf(before.hazards).join(' ') === textOf(turn.hazards).join(' ')) return;
      expect(levelOf(course, turn)).to.equal(before === undefined ? 0 : levelOf(course, before) + 1);
      checkMaze(course, turn);
    });
  },
};

function isOn({ width, height }: HazardCourse, [x, y]: Pair): boolean {
  return x >= 0 && x < width && y >= 0 && y < height;
}

/** The path of a spiral, walked step by step: it turns right at each corner of each ring. */
function spiralFrom({ width, height }: HazardCourse, [startX, startY]: Pair): Pair[] {
  const path: Pair[] = [[startX, startY]];
  const turns: readonly Pair[] = [
    [1, 0],
    [0, -1],
    [-1, 0],
    [0, 1],
  ];
  for (let ring = 1; ring <= Math.max(startX, startY, width - startX, height - startY); ring++) {
    let [x, y] = [startX - ring, startY + ring];
    for (const [dx, dy] of turns) {
      for (let step = 0; step < 2 * ring; step++) path.push([(x += dx), (y += dy)]);
    }
  }
  return path;
}

function levelOf({ width }: HazardCourse, { hazards }: CourseTurn): number {
  return hazards.filter(([, y]) => y === 0).reduce((sum, [x]) => sum + 2 ** (width - 1 - x), 0);
}

/** The board of a new level. */
function checkMaze(course: HazardCourse, turn: CourseTurn): void {
  const { width, height } = course;
  const level = levelOf(course, turn);
  const side = Math.min(7 + level, width, height - 2);
  const corner: Pair = [Math.floor((width - side) / 2), Math.floor((height - side) / 2)];
  const isHazard = new Set(textOf(turn.hazards));
  expect(isHazard.size).to.equal(turn.hazards.length);
  for (const [x, y] of everyCell(course)) {
    const isInside = x >= corner[0] && x < corner[0] + side && y >= corner[1] && y < corner[1] + side;
    if (!isInside && y > 0) expect(isHazard.has(`${x},${y}`), `${x},${y} is outside`).to.equal(true);
  }

  const [head, ...rest] = turn.body!;
  expect(head).to.deep.equal(corner);
  expect(rest).to.deep.equal(Array.from({ length: level + 2 }, () => [corner[0], corner[1] - 1]));
  expect(turn.food).to.have.lengthOf(1);
  const [food] = turn.food!;
  expect(isHazard.has(String(food))).to.equal(false);
  const steps = Math.abs(food![0] - corner[0]) + Math.abs(food![1] - corner[1]);
  expect(steps).to.be.at.least(Math.min(5, Math.floor(side / 2)));
}
