/** SVG path data for the food on a plate. Many shapes in one path keep the pages small. */

export type NextRandom = () => number;
export type Spot = { x: number; y: number };

const n = (value: number) => String(Math.round(value));
/** For shapes so small that rounding to whole units would distort them. */
const fine = (value: number) => String(Math.round(value * 10) / 10);
const between = (random: NextRandom, low: number, high: number) => low + random() * (high - low);

/** A point in the disc around `spot`, evenly spread. */
function scatter(random: NextRandom, spot: Spot, radius: number): Spot {
  const angle = random() * Math.PI * 2;
  const distance = Math.sqrt(random()) * radius;
  return { x: spot.x + Math.cos(angle) * distance, y: spot.y + Math.sin(angle) * distance };
}

function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

/** Zero-length strokes: with round caps each is a dot as wide as the stroke. */
export function dots(random: NextRandom, spot: Spot, radius: number, count: number): string {
  return repeat(count, () => {
    const at = scatter(random, spot, radius);
    return `M${n(at.x)} ${n(at.y)}h0`;
  });
}

/** Dots side by side in a loose ring, for halves and rounds that should not cover each other. */
export function ringOfDots(random: NextRandom, spot: Spot, radius: number, count: number): string {
  const start = random() * Math.PI * 2;
  return repeat(count, (index) => {
    const angle = start + (index / count) * Math.PI * 2;
    return `M${n(spot.x + Math.cos(angle) * radius)} ${n(spot.y + Math.sin(angle) * radius)}h0`;
  });
}

export function grains(random: NextRandom, spot: Spot, radius: number, count: number): string {
  return repeat(count, () => {
    const at = scatter(random, spot, radius);
    const angle = random() * Math.PI;
    return `M${n(at.x)} ${n(at.y)}l${n(Math.cos(angle) * 4)} ${n(Math.sin(angle) * 4)}`;
  });
}

export function strands(random: NextRandom, spot: Spot, radius: number, count: number): string {
  return repeat(count, (index) => {
    const ring = radius * (0.25 + (0.75 * index) / count);
    const from = random() * Math.PI * 2;
    const to = from + between(random, 2.2, 4.4);
    const x1 = spot.x + Math.cos(from) * ring;
    const y1 = spot.y + Math.sin(from) * ring * 0.9;
    const x2 = spot.x + Math.cos(to) * ring;
    const y2 = spot.y + Math.sin(to) * ring * 0.9;
    return `M${n(x1)} ${n(y1)}A${n(ring)} ${n(ring * 0.9)} 0 ${to - from > Math.PI ? 1 : 0} 1 ${n(x2)} ${n(y2)}`;
  });
}

/** A soft closed shape, never quite round. */
export function blob(random: NextRandom, spot: Spot, rx: number, ry: number, corners = 9): string {
  const points = Array.from({ length: corners }, (_, index) => {
    const angle = (index / corners) * Math.PI * 2;
    const reach = between(random, 0.9, 1.06);
    return { x: spot.x + Math.cos(angle) * rx * reach, y: spot.y + Math.sin(angle) * ry * reach };
  });
  const middle = (index: number) => {
    const a = points[index % corners] ?? spot;
    const b = points[(index + 1) % corners] ?? spot;
    return `${n((a.x + b.x) / 2)} ${n((a.y + b.y) / 2)}`;
  };
  const curves = points.map((point, index) => `Q${n(point.x)} ${n(point.y)} ${middle(index)}`);
  return `M${middle(corners - 1)}${curves.join('')}Z`;
}

/** Strokes side by side, all at the same angle: beans, sliced meat, shreds. */
export function sticks(
  random: NextRandom,
  spot: Spot,
  lean: number,
  length: number,
  gap: number,
  count: number,
): string {
  const along = { x: Math.cos(lean), y: Math.sin(lean) };
  return repeat(count, (index) => {
    const across = (index - (count - 1) / 2) * gap;
    const size = length * between(random, 0.85, 1.1);
    const x = spot.x - along.y * across - along.x * (size / 2) + between(random, -1.5, 1.5);
    const y = spot.y + along.x * across - along.y * (size / 2) + between(random, -1.5, 1.5);
    return `M${n(x)} ${n(y)}l${n(along.x * size)} ${n(along.y * size)}`;
  });
}

export function shreds(random: NextRandom, spot: Spot, radius: number, count: number): string {
  return repeat(count, () => {
    const at = scatter(random, spot, radius);
    const angle = random() * Math.PI * 2;
    const bend = angle + between(random, -0.9, 0.9);
    const tip = { x: Math.cos(angle) * 11, y: Math.sin(angle) * 11 };
    return `M${n(at.x)} ${n(at.y)}q${n(Math.cos(bend) * 7)} ${n(Math.sin(bend) * 7)} ${n(tip.x)} ${n(tip.y)}`;
  });
}

export function leaves(
  random: NextRandom,
  spot: Spot,
  radius: number,
  count: number,
  size: number,
): string {
  return repeat(count, () => {
    const at = scatter(random, spot, radius);
    const angle = random() * Math.PI * 2;
    const tip = { x: Math.cos(angle) * size, y: Math.sin(angle) * size };
    const side = { x: -tip.y * 0.45, y: tip.x * 0.45 };
    const half = { x: tip.x / 2, y: tip.y / 2 };
    return (
      `M${n(at.x)} ${n(at.y)}q${fine(half.x + side.x)} ${fine(half.y + side.y)} ${fine(tip.x)} ${fine(tip.y)}` +
      `q${fine(-half.x - side.x)} ${fine(-half.y - side.y)} ${fine(-tip.x)} ${fine(-tip.y)}z`
    );
  });
}

/** Squares at various angles: tofu, braised meat, fruit. */
export function cubes(
  random: NextRandom,
  spot: Spot,
  radius: number,
  count: number,
  size: number,
): string {
  const start = random() * Math.PI * 2;
  return repeat(count, (index) => {
    const angle = start + (index / count) * Math.PI * 2;
    const reach = index === 0 ? 0 : radius;
    const x = spot.x + Math.cos(angle) * reach;
    const y = spot.y + Math.sin(angle) * reach;
    const turn = random() * Math.PI;
    const corner = (quarter: number) => {
      const at = turn + (quarter * Math.PI) / 2;
      return `${fine(x + Math.cos(at) * size * 0.7)} ${fine(y + Math.sin(at) * size * 0.7)}`;
    };
    return `M${corner(0)}L${corner(1)}L${corner(2)}L${corner(3)}Z`;
  });
}

/** Curled bodies, open to one side. */
export function curls(
  random: NextRandom,
  spot: Spot,
  radius: number,
  count: number,
  size: number,
): string {
  const start = random() * Math.PI * 2;
  return repeat(count, (index) => {
    const angle = start + (index / count) * Math.PI * 2;
    const x = spot.x + Math.cos(angle) * radius;
    const y = spot.y + Math.sin(angle) * radius;
    const open = random() * Math.PI * 2;
    const from = { x: x + Math.cos(open) * size, y: y + Math.sin(open) * size };
    const to = { x: x + Math.cos(open + 4.4) * size, y: y + Math.sin(open + 4.4) * size };
    return `M${n(from.x)} ${n(from.y)}A${size} ${size} 0 1 1 ${n(to.x)} ${n(to.y)}`;
  });
}

/** A slice of something round and thick, point upwards. */
export function slice({ x, y }: Spot): string {
  return `M${n(x - 34)} ${n(y + 22)}L${n(x + 38)} ${n(y + 4)}L${n(x - 14)} ${n(y - 36)}Z`;
}

/** Half a slice of lime or lemon and the lines between its segments. */
export function wedge({ x, y }: Spot): { body: string; segments: string } {
  return {
    body: `M${n(x - 12)} ${n(y - 9)}a15 15 0 0 0 24 18z`,
    segments: `M${n(x)} ${n(y)}l-7.8 10.4m7.8-10.4l1 12.5m-1-12.5l-12 3.5`,
  };
}
