/** Where the pieces of one food lie. */
import { between, fine, type NextRandom, type Piece, type Sheet, type Spot } from './sheet.ts';

/** A round or oval part of the plate. */
export type PlateArea = Spot & { rx: number; ry: number };

export const area = (x: number, y: number, rx: number, ry = rx): PlateArea => ({ x, y, rx, ry });

const DEGREE = Math.PI / 180;
const GOLDEN_ANGLE = 137.5;

/** Evenly spread from the rim to the middle, so that the middle lies on top, each a little off its place. */
export function heap(
  sheet: Sheet,
  piece: Piece | readonly Piece[],
  within: PlateArea,
  about: number,
) {
  const { random } = sheet;
  const count = Math.round(about);
  const start = random() * 360;
  for (let index = 0; index < count; index += 1) {
    const reach = Math.sqrt((count - index - 0.5) / count);
    const angle = (start + index * GOLDEN_ANGLE) * DEGREE;
    const at = {
      x: within.x + Math.cos(angle) * within.rx * reach + between(random, -1.5, 1.5),
      y: within.y + Math.sin(angle) * within.ry * reach + between(random, -1.5, 1.5),
    };
    const picked = pick(piece, index);
    const turn = (random() * 2 - 1) * (picked.tilt ?? 180);
    sheet.put(picked, at, turn, between(random, 0.9, 1.12));
  }
}

function pick(piece: Piece | readonly Piece[], index: number): Piece {
  return 'id' in piece ? piece : (piece[index % piece.length] as Piece);
}

/** Side by side across `lean`, as slices fall from the knife; the last lies on top. */
export function row(
  sheet: Sheet,
  piece: Piece,
  at: Spot,
  {
    lean,
    gap,
    count,
    turn = lean + 90,
  }: { lean: number; gap: number; count: number; turn?: number },
) {
  for (let index = 0; index < count; index += 1) {
    const along = (index - (count - 1) / 2) * gap;
    const bend = (index - (count - 1) / 2) * 3;
    const spot = {
      x: at.x + Math.cos(lean * DEGREE) * along + between(sheet.random, -0.6, 0.6),
      y: at.y + Math.sin(lean * DEGREE) * along + between(sheet.random, -0.6, 0.6),
    };
    sheet.put(piece, spot, turn + bend + between(sheet.random, -4, 4));
  }
}

/** A loose bundle: all nearly in one direction, crossing a little. */
export function bundle(
  sheet: Sheet,
  piece: Piece | readonly Piece[],
  within: PlateArea,
  { lean, count }: { lean: number; count: number },
) {
  const { random } = sheet;
  for (let index = 0; index < count; index += 1) {
    const across = ((index * 0.618) % 1) * 2 - 1;
    const at = {
      x: within.x - Math.sin(lean * DEGREE) * across * within.rx + between(random, -3, 3),
      y: within.y + Math.cos(lean * DEGREE) * across * within.ry + between(random, -3, 3),
    };
    sheet.put(pick(piece, index), at, lean + between(random, -14, 14), between(random, 0.92, 1.08));
  }
}

export function ring(
  sheet: Sheet,
  piece: Piece,
  within: PlateArea,
  { count, start = 0 }: { count: number; start?: number },
) {
  for (let index = 0; index < count; index += 1) {
    const degrees = start + (index * 360) / count;
    const at = {
      x: within.x + Math.cos(degrees * DEGREE) * within.rx,
      y: within.y + Math.sin(degrees * DEGREE) * within.ry,
    };
    sheet.put(piece, at, sheet.random() * 360);
  }
}

const CORNERS = 11;

/** Path data of a soft closed shape, never quite round. */
export function blob(random: NextRandom, { x, y, rx, ry }: PlateArea): string {
  const points = Array.from({ length: CORNERS }, (_, index) => {
    const angle = (index / CORNERS) * Math.PI * 2;
    const reach = between(random, 0.93, 1.06);
    return { x: x + Math.cos(angle) * rx * reach, y: y + Math.sin(angle) * ry * reach };
  });
  const middle = (index: number) => {
    const a = points[index % CORNERS] as Spot;
    const b = points[(index + 1) % CORNERS] as Spot;
    return `${fine((a.x + b.x) / 2)} ${fine((a.y + b.y) / 2)}`;
  };
  const curves = points.map(
    (point, index) => `Q${fine(point.x)} ${fine(point.y)} ${middle(index)}`,
  );
  return `M${middle(CORNERS - 1)}${curves.join('')}Z`;
}
