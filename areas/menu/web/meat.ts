import {
  line,
  lump,
  type Paint,
  path,
  solid,
  strewn,
  tangle,
  type Piece,
} from '#areas/menu/web/plate/sheet.ts';

const ROAST_CHICKEN: Paint = ['#fff4dc', '#f3d5a0', '#b9783a'];
const CHARRED_CHICKEN: Paint = ['#f2c888', '#d6924a', '#7d4218'];
const BROWN_BEEF: Paint = ['#a9694a', '#7c4128', '#431e10'];

/** A slice of breast, pale inside with a roasted rim. */
export const chickenSlice: Piece = solid(
  'chicken-slice',
  'M-15 -1C-13 -7 9 -8 15 -3C17 2 11 6 2 6.5C-8 7 -15 5 -15 -1Z',
  ROAST_CHICKEN,
  line('M-14 1C-12 6 8 6.5 14 1', '#9c5a22', 1.8, 0.75) +
    line('M-9 -2.5L-5 2.5M-2 -4L2 3M5 -4L9 2', '#d9b27a', 0.7, 0.9) +
    line('M-10 -4.5C-4 -6.5 5 -6 10 -4', '#fffaf0', 1.1, 0.8),
);

/** A slice of thigh off the grill: dark bars, sticky edges. */
export const grilledSlice: Piece = solid(
  'grilled-slice',
  'M-15 -2C-12 -7 8 -7.5 15 -3C16.5 2 12 6 3 6.5C-7 7 -15 4 -15 -2Z',
  CHARRED_CHICKEN,
  line('M-9 -5.4L-11.5 3.4M-3 -6.4L-5.5 5.6M3.5 -6.3L1.5 6M9.5 -5L8 4.6', '#4a2109', 1.7, 0.85) +
    line('M-10 -4C-4 -6 6 -6 12 -3', '#ffe2b0', 1, 0.75),
);

export const skewerPiece: Piece = solid(
  'skewer-piece',
  lump(17, 14),
  ['#f7d59a', '#dfa557', '#8f5320'],
  line('M-4 -5.4L-6 2M3.6 -5.6L1.6 3', '#5f2d0e', 1.3, 0.6) +
    line('M-7 4C-3 6.4 4 6.4 7 3.6', '#7a3d12', 2, 0.55) +
    line('M-1 1h0M4 -1h0M-4 3h0M2 4h0', '#4d7a33', 1.2, 0.9) +
    line('M-5 -5C-2 -6.4 3 -6.4 5.5 -4.5', '#fff0cf', 1, 0.7),
);

/** Small pieces of chicken in their own sauce colour. */
const sauced = (id: string, paint: Paint) =>
  solid(
    id,
    lump(17, 13, 2),
    paint,
    line('M-5.5 -3.6C-2 -5.6 3 -5.2 5.6 -3.4', '#fff3df', 1.4, 0.85) +
      line('M-4 1.5L-1 3.5M1 0L5 2.4', paint[2], 0.7, 0.55),
  );

export const butterChickenPiece = sauced('butter-chicken', ['#f9b978', '#e07a33', '#9c4013']);
export const paleChickenPiece = sauced('pale-chicken', ['#fffaf0', '#f2e3c4', '#b9a070']);
export const braisedChickenPiece: Piece = solid(
  'braised-chicken',
  lump(27, 19, 1),
  ['#f5cf95', '#d5944f', '#844a1e'],
  line('M-9 -5C-3 -8 6 -7.6 10 -4.6', '#fff1d4', 1.6, 0.8) +
    line('M-8 3C-3 1 4 4.5 9 2M-5 6C-1 4.6 3 7 6 5.4', '#a3652d', 0.9, 0.7),
);

export const pulledChicken = tangle(
  'pulled-chicken',
  { radius: 15, count: 12, width: 2, bend: 0.8 },
  ['#fffaf0', '#f4e6cb', '#c3a877'],
);
export const pulledLamb = tangle('pulled-lamb', { radius: 17, count: 17, width: 1.9, bend: 0.75 }, [
  '#b57a55',
  '#8a4f31',
  '#4d2513',
]);
export const pulledBrisket = tangle(
  'pulled-brisket',
  { radius: 18, count: 10, width: 3.4, bend: 0.7 },
  ['#a8583a', '#7f3520', '#3f140a'],
);

/** Cut thin across the grain: pink in the middle, browned around. */
export const beefSlice: Piece = solid(
  'beef-slice',
  'M-16 -1C-14 -6 9 -7 16 -2C17 2 11 5.5 2 5.5C-8 6 -16 4 -16 -1Z',
  ['#8a5440', '#6e3a28', '#361409'],
  path(
    'M-12.5 -0.6C-11 -4 8 -4.6 12.8 -1.4C13 1.4 9 3.4 2 3.6C-6 3.8 -12 2.8 -12.5 -0.6Z',
    'fill="#d98e80"',
  ) +
    path('M-9 -0.4C-7 -2.4 6 -3 9.6 -0.8C9 1 5 2 1 2.2C-4 2.4 -8 1.6 -9 -0.4Z', 'fill="#cf6b62"') +
    line('M-6 -3L-4 2.8M0 -3.6L2 3M6 -3.2L7.6 2', '#a95750', 0.6, 0.7),
);

/** Paper-thin beef, seared until it curls, glossy with marinade. */
export const bulgogiRibbon: Piece = solid(
  'bulgogi-ribbon',
  'M-15 0C-11 -7 -6 -1 -1 -5C4 -8 8 -2 15 -4C16 0 13 4 9 3C4 2 2 6 -3 4.5C-8 3 -13 6 -15 0Z',
  ['#a86a48', '#6b351f', '#331208'],
  line('M-12 -1C-9 -4.5 -6 0 -1 -2.6C4 -5.4 8 0 13 -2', '#d9a27c', 1, 0.85) +
    line('M-10 2.4C-7 1 -4 3.4 0 1.6C4 -0.4 8 2 11 0.6', '#3c170b', 0.9, 0.7),
);

/** Braised until the fibres part. */
export const braisedBeef: Piece = solid(
  'braised-beef',
  lump(24, 18, 3),
  BROWN_BEEF,
  line(
    'M-8 -4C-3 -2 1 -5 4 -4.4M-9 0.6C-5 2 -1 -0.6 3 0.4M1 3.6C4 2.6 7 4 9 2.6M-6 5.4C-3 4.4 -1 6 1 5.6',
    '#4a2110',
    0.9,
    0.55,
  ) +
    line('M-4 -1.6C0 -3 5 -1 8 -2M-7 3C-4 2.4 -2 3.6 0 2.6', '#c28560', 0.9, 0.6) +
    line('M-6 -7C-2 -8.4 4 -8 7 -6.6', '#e5b694', 1.2, 0.7),
);

export const caramelPork: Piece = solid(
  'caramel-pork',
  lump(20, 17, 1),
  ['#c47a40', '#8c441c', '#461a08'],
  path('M-8 3C-4 1.4 4 2.4 8.6 1.4L8 5C4 6.4 -3 6.6 -7.4 5.6Z', 'fill="#eec692" opacity=".85"') +
    line('M-6 -5.6C-2 -7.4 4 -7 6.6 -5', '#ffdcae', 1.6, 0.85),
);

/** A round of roast fillet: pale and juicy, brown around. */
export const porkMedallion: Piece = solid(
  'pork-medallion',
  lump(27, 24, 2),
  ['#b97f4c', '#9a5d2e', '#5d3212'],
  path(lump(22.5, 19.5, 2), 'fill="#f3d9c4"') +
    path(lump(15, 12, 1), 'fill="#f0c9b6"') +
    line('M-7 -2L-3 1M0 -5L3 -1M3 3L7 4M-4 5L0 6', '#dcae96', 0.8, 0.9) +
    line('M-8 -6C-4 -8.6 3 -8.6 7 -6', '#fff4ea', 1.2, 0.8),
);

export const kofta: Piece = solid(
  'kofta',
  'M-19 0C-19 -7 -11 -8.6 0 -8.6C11 -8.6 19 -7 19 0C19 7 11 8.6 0 8.6C-11 8.6 -19 7 -19 0Z',
  ['#b57a4e', '#85492a', '#442010'],
  line('M-12 -6.8L-14.5 5M-5 -8L-7.5 7.6M2.5 -8.2L0 8M10 -7.4L7.5 7.4', '#2c1207', 2, 0.85) +
    line('M-12 -5C-6 -7 6 -7 13 -4.6', '#e8b98c', 1.3, 0.6) +
    line('M-10 3h0M-2 -3h0M6 3.6h0M13 1h0M-13 -1h0', '#4d7a33', 1.6),
);

const mince = (id: string, colours: readonly string[]): Piece => {
  const big = strewn(id, { radius: 11, count: 30, length: 2, width: 3.8 }, colours);
  const gleam = strewn(`${id}-gleam`, { radius: 10, count: 9, length: 0.8, width: 1 }, ['#ffe1bd']);
  return { id, markup: big.markup + gleam.markup };
};

export const beefMince = mince('beef-mince', ['#4d2210', '#84462a', '#a9623c']);
export const porkMince = mince('pork-mince', ['#8f6037', '#c2925f', '#dcb484']);
export const lentilMince = mince('lentil-mince', ['#5b2a16', '#94482a', '#b9643a']);
export const crumbledTofu = mince('crumbled-tofu', ['#a35f33', '#d99e62', '#efcb93']);
