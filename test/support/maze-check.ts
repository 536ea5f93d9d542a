/** Says whether a maze can have come from recursive division, by trying every wall that it could begin with. */

type Wall = number | undefined;

interface Room {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
  readonly columns: ReadonlySet<number>;
  readonly rows: ReadonlySet<number>;
}

type IsWall = (x: number, y: number) => boolean;

/** Whether some choice of walls and holes gives exactly these walls. Cells are counted from the maze's corner. */
export function explainsMaze(side: number, isWall: IsWall): boolean {
  const none = new Set<number>();
  return explains({ left: 0, right: side - 1, bottom: 0, top: side - 1, columns: none, rows: none }, isWall, true);
}

/** The cells of a room without those that it shares with the walls around it. */
function isBare({ left, right, bottom, top }: Room, isWall: IsWall, isWhole: boolean): boolean {
  for (let x = left; x < right + (isWhole ? 1 : 0); x++) {
    for (let y = bottom; y < top + (isWhole ? 1 : 0); y++) if (isWall(x, y)) return false;
  }
  return true;
}

function explains(room: Room, isWall: IsWall, isWhole = false): boolean {
  const { left, right, bottom, top } = room;
  if (right - left <= 2 && top - bottom <= 2) return isBare(room, isWall, isWhole);
  const xs = placesOf(left, right, room.columns);
  const ys = placesOf(bottom, top, room.rows);
  if (xs[0] === undefined && ys[0] === undefined) return isBare(room, isWall, isWhole);
  return xs.some((x) => ys.some((y) => explainsWith(room, x, y, isWall)));
}

function placesOf(low: number, high: number, forbidden: ReadonlySet<number>): Wall[] {
  const places: Wall[] = [];
  for (let place = low + 1; place <= high - 2; place++) if (!forbidden.has(place)) places.push(place);
  return places.length === 0 ? [undefined] : places;
}

function explainsWith(room: Room, x: Wall, y: Wall, isWall: IsWall): boolean {
  const { left, right, bottom, top } = room;
  const vertical = x === undefined ? [] : holes(bottom, top, (each) => isWall(x, each));
  const horizontal = y === undefined ? [] : holes(left, right, (each) => isWall(each, y));
  if (x !== undefined && y !== undefined) {
    const hasBoth = vertical.length === 2 && vertical[0]! < y && vertical[1]! > y;
    if (!hasBoth || horizontal.length !== 1 || horizontal[0]! > x) return false;
  } else if (vertical.length + horizontal.length !== 1) return false;

  const columns = new Set([...room.columns, ...horizontal]);
  const rows = new Set([...room.rows, ...vertical]);
  const across =
    x === undefined
      ? [[left, right]]
      : [
          [left, x],
          [x + 1, right],
        ];
  const along =
    y === undefined
      ? [[bottom, top]]
      : [
          [bottom, y],
          [y + 1, top],
        ];
  return across.every(([innerLeft, innerRight]) =>
    along.every(([innerBottom, innerTop]) => {
      const inner = { left: innerLeft!, right: innerRight!, bottom: innerBottom!, top: innerTop! };
      return explains({ ...inner, columns, rows }, isWall);
    }),
  );
}

function holes(low: number, high: number, isWall: (place: number) => boolean): number[] {
  const found: number[] = [];
  for (let place = low; place <= high; place++) if (!isWall(place)) found.push(place);
  return found;
}
