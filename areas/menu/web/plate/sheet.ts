/** A drawing in the making: pieces are defined once and used many times, so that a full plate stays small. */

export type NextRandom = () => number;
export type Spot = { x: number; y: number };

/** Drawn around 0, 0, pointing right. */
export type Piece = {
  id: string;
  markup: string;
  /** A factor; default: as drawn. */
  size?: number;
  /** How far it may be turned either way, in degrees, for what has an upper and a lower side; default: all around. */
  tilt?: number;
};

export const sized = (piece: Piece, size: number): Piece => ({ ...piece, size });

export type Sheet = {
  random: NextRandom;
  /** In degrees, clockwise. */
  put: (piece: Piece, at: Spot, turn?: number, scale?: number) => void;
  add: (markup: string) => void;
  /** What is drawn inside lies on what is beneath and throws a shadow on it. */
  lay: (draw: () => void) => void;
  markup: () => string;
};

export const fine = (value: number) => String(Math.round(value * 10) / 10);
export const between = (random: NextRandom, low: number, high: number) =>
  low + random() * (high - low);

export function newSheet(random: NextRandom): Sheet {
  const pieces = new Map<string, string>();
  const drawn: string[] = [];
  const add = (markup: string) => {
    drawn.push(markup);
  };
  return {
    random,
    add,
    put({ id, markup, size: own = 1 }, at, turn = 0, scale = 1) {
      pieces.set(id, `<g id="${id}">${markup}</g>`);
      const rotate = turn === 0 ? '' : `rotate(${Math.round(turn)})`;
      const factor = Math.round(scale * own * 100) / 100;
      const size = factor === 1 ? '' : `scale(${factor})`;
      add(
        `<use href="#${id}" transform="translate(${fine(at.x)} ${fine(at.y)})${rotate}${size}"/>`,
      );
    },
    lay(draw) {
      add('<g filter="url(#lie)">');
      draw();
      add('</g>');
    },
    markup: () =>
      `<defs><filter id="lie" x="-10%" y="-10%" width="125%" height="130%"><feDropShadow dx="1" dy="2" stdDeviation="1.4" flood-color="#2b1a08" flood-opacity=".45"/></filter>${[...pieces.values()].join('')}</defs>${drawn.join('')}`,
  };
}

/** Numbers in [0, 1) that are the same for the same text, on server and browser alike (FNV-1a into mulberry32). */
export function plateRandom(text: string): NextRandom {
  let state = 0x811c9dc5;
  for (const character of text)
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

// Shapes that most pieces of food are made of. Light falls from the upper left.

/** Lit side, body, and the side away from the light. */
export type Paint = readonly [light: string, body: string, dark: string];

export const path = (d: string, attributes: string) => `<path d="${d}" ${attributes}/>`;

export const line = (d: string, colour: string, width: number, opacity = 1) =>
  path(
    d,
    `fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"${opacity === 1 ? '' : ` opacity="${opacity}"`}`,
  );

/** A gradient and the attributes that paint with it. */
function rounded(id: string, [light, body, dark]: Paint): [gradient: string, use: string] {
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

function marks(
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
