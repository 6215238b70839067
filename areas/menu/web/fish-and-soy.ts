import {
  line,
  lump,
  type Paint,
  path,
  solid,
  strewn,
  type Piece,
} from '#areas/menu/web/plate/sheet.ts';

const FILLET =
  'M-34 3C-33 -9 -18 -17 2 -17C20 -17 33 -10 35 -2C35 7 22 15 4 16C-14 17 -33 13 -34 3Z';

/** Baked through: pale and opaque, in flakes, with a lacquer of teriyaki. */
export const salmonFillet: Piece = solid(
  'salmon',
  FILLET,
  ['#fbe2cb', '#f1bf97', '#c98a58'],
  path(
    'M-30 1C-28 -9 -15 -14 2 -14.5C18 -14.5 30 -9 32 -3C24 -1 20 4 10 3C0 2 -8 7 -18 5C-24 4 -28 5 -30 1Z',
    'fill="#a84f12" opacity=".72"',
  ) +
    line(
      'M-24 -7L-19 1L-24 9M-14 -11L-8 1L-14 12M-3 -13L4 1L-3 14M9 -13L15 0L9 12M20 -10L25 -1L20 8',
      '#ffe3cc',
      1,
      0.7,
    ) +
    line('M-27 -3C-18 -11 2 -13.6 22 -9', '#ffc98a', 2.4, 0.75) +
    line('M-20 -1h0M-6 4h0M8 -5h0M18 2h0M-12 -6h0M2 -9h0', '#5a2406', 1.6, 0.5) +
    line('M-31 6C-22 14 14 16 30 7', '#d9a078', 1.6, 0.9),
);

const crumb = strewn('crust-crumbs', { radius: 14, count: 60, length: 1.2, width: 2.6 }, [
  '#b9772c',
  '#e3ae5b',
  '#f6d694',
]);

/** White fish under a golden crust. */
export const crustedFillet: Piece = solid(
  'crusted',
  FILLET,
  ['#fffdf8', '#f6ecda', '#c8ae84'],
  path(
    'M-33 0C-31 -12 -16 -16.6 2 -16.6C20 -16.6 33 -10 34.4 -2C33.4 7 20 13 4 13C-14 14 -34 11 -33 0Z',
    'fill="#d79c48"',
  ) +
    `<g transform="translate(-17 -1)scale(1.1 .88)">${crumb.markup}</g><g transform="translate(3 -2)rotate(80)scale(1 1.1)">${crumb.markup}</g><g transform="translate(20 -2)scale(.92 .78)">${crumb.markup}</g>` +
    line('M-18 -6h0M-4 3h0M8 -9h0M20 -1h0M-9 -9h0M14 4h0', '#5f8f3a', 2.2),
);

/** A piece of white fish that falls into flakes. */
export const whiteFish: Piece = solid(
  'white-fish',
  lump(27, 17, 1),
  ['#fffefa', '#f7eddb', '#c79e6c'],
  path('M-12 1C-4 4 6 2 12.6 1L11 6C4 8.6 -6 8.6 -11 6Z', 'fill="#d9602c" opacity=".42"') +
    line('M-7 -6L-4.6 -1L-7 4M-0.6 -7L2 -1L-0.6 5M6 -6L8.4 -1L6 4', '#d6bd94', 0.8, 0.9) +
    line('M-9 -5.4C-3 -7.6 4 -7.6 9 -5.4', '#ffffff', 1.3, 0.9),
);

export const tunaChunk: Piece = solid(
  'tuna',
  'M-12 -3L-7 -9L5 -8.4L12 -2.6L9.6 6L1 9L-9.6 7Z',
  ['#fbeadd', '#ecc9b2', '#b08467'],
  line(
    'M-9 -5C-2 -3.4 4 -3.8 9 -6M-10 0C-2 1.8 5 1.2 10 -1.4M-8 5.6C-1 7 5 6 9 3.8',
    '#c99a80',
    1,
    0.9,
  ) + line('M-6 -7C-1 -8.2 4 -8 7 -6.4', '#fff8f2', 1.2, 0.85),
);

export const prawn: Piece = solid(
  'prawn',
  'M-9 7C-14 0 -9 -10 1 -10C9 -10 13 -4 12 1C12 3.4 9.6 3.6 9 1.6C8 -1.6 5 -3.4 1.4 -3C-2.6 -2.6 -4 1 -3 4.4Z',
  ['#fff0e2', '#f8b58b', '#d9683a'],
  line(
    'M-9 -2.4L-3.6 -0.4M-5.4 -7.4L-1.8 -3M1.4 -9.6L1.2 -3.4M7.4 -7.6L4.6 -2.8',
    '#e2703f',
    1.5,
    0.85,
  ) +
    path(
      'M-9 7L-13.4 11.4L-9.4 11L-7.4 14L-3 4.4Z',
      'fill="#d9502c" stroke="#a8371b" stroke-width=".6"',
    ) +
    line('M-8 -6C-5 -9 3 -10 8 -6.4', '#fffaf4', 1.2, 0.75),
);

/** Tail meat of a bug: white, red where the shell was. */
export const bugMeat: Piece = solid(
  'bug-meat',
  'M-13 0C-12 -7 -3 -9.6 6 -8C12 -7 14 -2 13 2C12 7 4 9 -3 8C-9 7 -13 5 -13 0Z',
  ['#ffffff', '#fbeee2', '#dcb49c'],
  line('M-12 -2C-9 -7.6 3 -9.4 11 -5', '#d9542f', 2.6, 0.9) +
    line('M-5 -6L-6 6M1 -7.4L0.6 7M7 -6.6L7 5.6', '#e9c4ae', 1.1),
);

/** A cube seen from above and a little from the side. */
function cube(id: string, top: Paint, side: string, on: string): Piece {
  const under = path(
    'M-8 -6H8L9.5 7Q9.6 10.4 6.5 10.4H-6.5Q-9.6 10.4 -9.5 7Z',
    `fill="${side}" stroke="${top[2]}" stroke-width=".7" stroke-linejoin="round"`,
  );
  const face = solid(
    id,
    'M-6.5 -9H6.5Q9.2 -9 9.2 -6.4V4Q9.2 6.4 6.5 6.4H-6.5Q-9.2 6.4 -9.2 4V-6.4Q-9.2 -9 -6.5 -9Z',
    top,
    on,
  );
  return { id, markup: under + face.markup, tilt: 22 };
}

const GLEAM = line('M-6 -6.8C-2 -7.6 2 -7.6 5.6 -6.8', '#fff', 1.2, 0.8);

/** Fried tofu: pale inside, a thin golden skin with a dimple or two. */
export const goldenTofu = cube(
  'golden-tofu',
  ['#fff6d8', '#f2cd7c', '#c08a30'],
  '#fbeecb',
  GLEAM + line('M-5 -2h0M3 -4h0M5 2h0M-2 3h0M0 -1h0', '#b97f2a', 1.3, 0.6),
);

export const glazedTofu = cube(
  'glazed-tofu',
  ['#f29a5b', '#cf4f22', '#86260c'],
  '#f3dcae',
  GLEAM + line('M-5 -1h0M4 -3h0M2 3h0M-3 4h0', '#fff0c8', 1.3),
);

export const harissaTofu = cube(
  'harissa-tofu',
  ['#f4b067', '#d9742c', '#8f3d10'],
  '#f6e3ba',
  GLEAM + line('M-5 -2h0M3 -4h0M5 3h0M-3 3h0M1 1h0M-1 -5h0', '#8f2a10', 1.2, 0.8),
);

/** Dense fresh cheese: white, seared brown in the middle of each face. */
export const paneer = cube(
  'paneer',
  ['#ffffff', '#fffaf0', '#d3bd96'],
  '#fbf3e2',
  path(
    'M-5.6 -5.6Q0 -7.4 5.6 -5.6Q7 -1 5.4 3.2Q0 4.8 -5.6 3.2Q-7 -1 -5.6 -5.6Z',
    'fill="#d9953f" opacity=".8"',
  ) +
    path('M-3.4 -3.6Q0 -5 3.6 -3.4Q4.4 -0.6 3 1.4Q0 2.4 -3.4 1.2Z', 'fill="#a8621f" opacity=".65"'),
);

/** A slab in which the soybeans can be seen, dark and glossy with glaze. */
export const tempehSlab: Piece = solid(
  'tempeh',
  'M-17 -7Q-18 -9.6 -15 -9.6H15Q18 -9.6 17.6 -7L17 7Q17 9.6 14 9.6H-14Q-17 9.6 -17 7Z',
  ['#d9a35e', '#a9672c', '#5d3110'],
  [
    [-12, -5],
    [-5, -6],
    [3, -5],
    [10, -6],
    [-9, 0],
    [-1, -0.6],
    [6, 0.6],
    [13, -1],
    [-13, 4.6],
    [-5, 5],
    [3, 5.4],
    [10, 5],
  ]
    .map(
      ([x = 0, y = 0], index) =>
        `<ellipse cx="${x}" cy="${y}" rx="2.9" ry="2" transform="rotate(${(index * 47) % 180} ${x} ${y})" fill="#edcd92" stroke="#7a4518" stroke-width=".5" opacity=".9"/>`,
    )
    .join('') +
    path('M-15 -7.6C-6 -9 8 -9 15 -7.6L13 -4C4 -6 -6 -5.6 -14 -3.4Z', 'fill="#fff" opacity=".38"') +
    line('M-16 8.4H15', '#3f1c06', 1.2, 0.6),
);

export const eggHalf: Piece = solid(
  'egg-half',
  'M-12 0C-12 -7 -5 -9.4 1 -9.4C8 -9.4 13 -5 13 0C13 5 8 9.4 1 9.4C-5 9.4 -12 7 -12 0Z',
  ['#ffffff', '#fffdf7', '#dccfae'],
  path(
    'M-5 0a6 5.8 0 1 0 12 0a6 5.8 0 1 0 -12 0z',
    'fill="#f7b62d" stroke="#d98f13" stroke-width=".7"',
  ) + line('M-2.4 -2.6C-0.6 -4 2 -4 3.6 -3', '#fff0b4', 1.4, 0.9),
);

export const eggRibbon: Piece = solid(
  'egg-ribbon',
  'M-13 -1C-8 -5 -3 0 2 -3C6 -5 10 -3 13 -4L13 0C9 1 6 -1 2 1.4C-3 4 -8 0 -13 3Z',
  ['#fff0a8', '#f9d04e', '#d99f1c'],
);
