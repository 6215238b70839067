/** Shapes that most pieces of food are made of. Light falls from the upper left. */
import { between, fine, type NextRandom, type Piece, plateRandom } from './sheet.ts';

/** Lit side, body, and the side away from the light. */
export type Paint = readonly [light: string, body: string, dark: string];

export const path = (d: string, attributes: string) => `<path d="${d}" ${attributes}/>`;

export const line = (d: string, colour: string, width: number, opacity = 1) =>
  path(
    d,
    `fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"${opacity === 1 ? '' : ` opacity="${opacity}"`}`,
  );

/** A gradient and the attributes that paint with it. */
export function rounded(id: string, [light, body, dark]: Paint): [gradient: string, use: string] {
  const stop = (at: number, colour: string) => `<stop offset="${at}" stop-color="${colour}"/>`;
  return [
    `<radialGradient id="${id}-g" cx=".38" cy=".34" r=".75">${stop(0, light)}${stop(0.55, body)}${stop(1, dark)}</radialGradient>`,
    `fill="url(#${id}-g)"`,
  ];
}

/** A closed shape with volume and a thin dark edge, and what lies on it. */
export function solid(id: string, d: string, paint: Paint, on = '', edge = 0.7): Piece {
  const [gradient, fill] = rounded(id, paint);
  const outline = `${fill} stroke="${paint[2]}" stroke-width="${edge}" stroke-linejoin="round"`;
  return { id, markup: gradient + path(d, outline) + on };
}

export const oval = (rx: number, ry: number) =>
  `M${fine(-rx)} 0a${fine(rx)} ${fine(ry)} 0 1 0 ${fine(rx * 2)} 0a${fine(rx)} ${fine(ry)} 0 1 0 ${fine(-rx * 2)} 0z`;

export const stick = (length: number, width: number) => {
  const [l, w] = [length / 2, width / 2];
  return `M${fine(-l + w)} ${fine(-w)}H${fine(l - w)}a${fine(w)} ${fine(w)} 0 0 1 0 ${fine(width)}H${fine(-l + w)}a${fine(w)} ${fine(w)} 0 0 1 0 ${fine(-width)}z`;
};

const BLOCK = [
  [-1, -0.35],
  [-0.7, -0.95],
  [0.35, -1],
  [0.95, -0.55],
  [1, 0.35],
  [0.5, 0.95],
  [-0.55, 1],
  [-1, 0.5],
] as const;

/** An irregular block with blunt corners: cut meat, fruit. */
export function lump(width: number, height: number, turn = 0): string {
  const corners = BLOCK.map(([x, y], index) => {
    const wobble = 1 + 0.12 * Math.sin(index * 2.3 + turn);
    return [(x * width * wobble) / 2, (y * height * wobble) / 2] as const;
  });
  /** From one corner a part of the way to another. */
  const towards = (from: number, to: number, part: number) => {
    const [ax, ay] = corners[(from + 8) % 8] as readonly [number, number];
    const [bx, by] = corners[(to + 8) % 8] as readonly [number, number];
    return `${fine(ax + (bx - ax) * part)} ${fine(ay + (by - ay) * part)}`;
  };
  const sides = corners.map(
    ([x, y], index) =>
      `L${towards(index, index - 1, 0.36)}Q${fine(x)} ${fine(y)} ${towards(index, index + 1, 0.36)}`,
  );
  return `M${sides.join('').slice(1)}Z`;
}

/** A pointed leaf from 0, 0 to the right with its midrib. */
export function leaf(
  id: string,
  [length, width]: readonly [number, number],
  paint: Paint,
  rib: string,
): Piece {
  const w = width / 2;
  const d = `M0 0C${fine(length * 0.25)} ${fine(-w * 1.5)} ${fine(length * 0.75)} ${fine(-w)} ${length} 0C${fine(length * 0.75)} ${fine(w)} ${fine(length * 0.25)} ${fine(w * 1.5)} 0 0Z`;
  const veins = [0.3, 0.5, 0.68]
    .map((part) => {
      const x = length * part;
      return `M${fine(x)} 0l${fine(length * 0.13)} ${fine(-w * 0.6)}M${fine(x)} 0l${fine(length * 0.13)} ${fine(w * 0.6)}`;
    })
    .join('');
  const on = line(`M0 0H${fine(length * 0.88)}`, rib, 0.9, 0.85) + line(veins, rib, 0.45, 0.6);
  return solid(id, d, paint, on, 0.5);
}

/** Dashes or dots strewn over a patch, in two colours: rice, couscous, crumbs. */
export function strewn(
  id: string,
  {
    radius,
    count,
    length,
    width,
  }: { radius: number; count: number; length: number; width: number },
  colours: readonly string[],
): Piece {
  const random = plateRandom(id);
  const share = Math.round(count / colours.length);
  const markup = colours
    .map((colour) => line(marks(random, { radius, count: share, length }), colour, width))
    .join('');
  return { id, markup };
}

export function marks(
  random: NextRandom,
  { radius, count, length }: { radius: number; count: number; length: number },
): string {
  return Array.from({ length: count }, () => {
    const angle = random() * Math.PI * 2;
    const reach = Math.sqrt(random()) * radius;
    const turn = random() * Math.PI;
    const to = `l${fine(Math.cos(turn) * length)} ${fine(Math.sin(turn) * length)}`;
    return `M${fine(Math.cos(angle) * reach)} ${fine(Math.sin(angle) * reach)}${length === 0 ? 'h0' : to}`;
  }).join('');
}

/** A tangle of bending lines, each with a darker edge: noodles, pulled meat, cabbage. */
export function tangle(
  id: string,
  {
    radius,
    count,
    width,
    bend = 1,
  }: { radius: number; count: number; width: number; bend?: number },
  [light, body, dark]: Paint,
): Piece {
  const random = plateRandom(id);
  const markup = Array.from({ length: count }, (_, index) => {
    const angle = random() * Math.PI;
    const off = between(random, -radius * 0.7, radius * 0.7);
    const half = Math.sqrt(Math.max(radius * radius - off * off, 4));
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const at = (along: number, across: number) =>
      `${fine(c * along - s * across)} ${fine(s * along + c * across)}`;
    const sway = () => between(random, -radius, radius) * 0.5 * bend;
    const d = `M${at(-half, off)}C${at(-half / 3, off + sway())} ${at(half / 3, off + sway())} ${at(half, off)}`;
    return line(d, dark, width + 0.9) + line(d, index % 3 === 0 ? light : body, width);
  }).join('');
  return { id, markup };
}
