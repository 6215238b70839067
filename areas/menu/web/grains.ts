import {
  line,
  path,
  solid,
  strewn,
  lump,
  oval,
  type Paint,
  type Piece,
} from '#areas/menu/web/plate/sheet.ts';

export const whiteRice = strewn('white-rice', { radius: 16, count: 130, length: 3.4, width: 1.5 }, [
  '#e2d6bd',
  '#fffdf7',
  '#f3ead8',
  '#ffffff',
]);
export const brownRice = strewn('brown-rice', { radius: 16, count: 124, length: 3.2, width: 1.7 }, [
  '#a87a48',
  '#e0bd8a',
  '#cfa56c',
  '#efd6ac',
]);
export const couscous = strewn('couscous', { radius: 16, count: 160, length: 0, width: 2.1 }, [
  '#c99a3c',
  '#f3d27c',
  '#e6bb58',
  '#ffe9ad',
]);
export const quinoa = strewn('quinoa', { radius: 16, count: 170, length: 0.6, width: 1.9 }, [
  '#b3935a',
  '#eed9ab',
  '#dcc08a',
  '#fff3d2',
  '#8f4f3a',
]);
export const tabouli = strewn('tabouli', { radius: 16, count: 130, length: 2, width: 2 }, [
  '#7d5f2c',
  '#c79f58',
  '#3f7d2c',
  '#e0c283',
  '#5a9a3a',
  '#d9452e',
]);
export const lentils = strewn('lentils', { radius: 16, count: 90, length: 0, width: 3.4 }, [
  '#3a3420',
  '#6f6238',
  '#574a28',
  '#8c7c4c',
]);

export const looseRice = strewn('loose-rice', { radius: 17, count: 26, length: 3.2, width: 1.8 }, [
  '#b98c56',
  '#efd6ac',
  '#d9b27c',
]);

/** A short tube, cut slantwise and ridged. */
export const penne: Piece = solid(
  'penne',
  'M-12 -4.4L9 -4.4L14 4.4L-7 4.4Z',
  ['#f3ae7c', '#d97f4a', '#8f4217'],
  line('M-9.6 -2L10 -2M-8.4 0.4L11.4 0.4M-7.4 2.6L12.4 2.6', '#a9572a', 0.7, 0.85) +
    line('M-9 -3.4L7 -3.4', '#ffdcb8', 1, 0.7) +
    path('M9 -4.4C11 -4.4 14.6 1 14 4.4C12 4 8.4 -1 9 -4.4Z', 'fill="#6b2c0d"'),
);

/** Pulses, potatoes, pumpkin and fruit. */
const legume = (id: string, paint: Paint, gleam: string): Piece =>
  solid(
    id,
    'M-5 -0.6C-5 -3.8 -1.6 -3.6 0 -3.2C2 -3.8 5 -3.4 5 -0.2C5 2.8 2 3.4 0 3.2C-2 3.6 -5 3 -5 -0.6Z',
    paint,
    line('M-2.6 -1.6C-1.4 -2.2 0.6 -2.2 1.8 -1.6', gleam, 0.9, 0.9),
  );
export const blackBean = legume('black-bean', ['#5f4652', '#33202a', '#150a10'], '#c9b4be');
export const whiteBean = legume('white-bean', ['#fffdf4', '#f3e6c6', '#c4ab76'], '#ffffff');
export const chickpea: Piece = solid(
  'chickpea',
  'M-4.4 0C-4.4 -3.4 -1 -4.4 1 -4.2C3.6 -4 5 -2 4.6 -0.6C6 0 5 1 4.6 1C4 3.6 1.6 4.4 -0.4 4.2C-3 4 -4.4 2.4 -4.4 0Z',
  ['#fff0c6', '#e8bd6c', '#a97b2c'],
  line('M-2 -2.4C-1 -3 0.6 -3 1.4 -2.4', '#fffbe6', 0.9),
);
export const roastPotato: Piece = solid(
  'roast-potato',
  oval(13, 8.4),
  ['#fff3c0', '#f2cd69', '#b17f24'],
  line('M-10.6 3C-6 6.6 6 6.6 10.6 3', '#a8641c', 2.2, 0.75) +
    line('M-9 -3.4C-5 -5.8 4 -5.8 8.6 -3.4', '#fffbe0', 1.4, 0.85) +
    line('M-4 0h0M3 -1h0M6 2h0M-1 3h0', '#c98d33', 1.2, 0.7),
);
export const sweetPotatoWedge: Piece = solid(
  'sweet-potato-wedge',
  'M-27 2C-20 -11 14 -14 28 -4C29 2 24 7 18 9C4 14 -14 14 -23 10Q-28.6 7 -27 2Z',
  ['#ffbe70', '#f0913a', '#b5591a'],
  path(
    'M-27 2C-16 4 12 1 28 -4C29 2 24 7 18 9C4 14 -14 14 -23 10Q-28.6 7 -27 2Z',
    'fill="#d9701f" opacity=".75"',
  ) +
    line('M-24.6 9C-12 14 6 13.4 19 8.4', '#6b2a3a', 2.6, 0.85) +
    line('M-27 2C-16 4 12 1 28 -4', '#ffd79a', 1, 0.9) +
    line('M-16 -4C-6 -9 10 -10.6 20 -7', '#fff0cc', 1.6, 0.75) +
    line('M-14 -1h5M-2 -4h6M10 -5h5M-6 7h4M6 6h5', '#a34c14', 1.5, 0.6),
);
export const pumpkinWedge: Piece = solid(
  'pumpkin-wedge',
  'M-15 -6C-8 2 8 2 15 -6C16 3 9 11 0 11C-9 11 -16 3 -15 -6Z',
  ['#ffca6b', '#f09a2a', '#a8560c'],
  line('M-14.4 -3C-12 6 -7 10 0 10C7 10 12 6 14.4 -3', '#8f4f14', 1.8, 0.8) +
    line('M-9 1C-4 4 4 4 9 1', '#b9640f', 1.4, 0.55) +
    line('M-11 -2C-5 3 5 3 11 -2', '#ffe6a6', 1.2, 0.8),
);
export const appleWedge: Piece = solid(
  'apple',
  'M-14 -3C-6 4 6 4 14 -3C13 5 7 9 0 9C-7 9 -13 5 -14 -3Z',
  ['#fff6cf', '#f4d98c', '#b97f2e'],
  line('M-13.4 -1C-11 6 -6 8.4 0 8.4C6 8.4 11 6 13.4 -1', '#c0392b', 1.8, 0.85) +
    line('M-7 2C-3 4 3 4 7 2', '#b5732a', 1.3, 0.6),
);
export const mangoSlice: Piece = solid(
  'mango',
  'M-14 2C-10 -8 6 -10 14 -3C15 0 13 3 10 4C2 7 -8 8 -12 6Q-14.6 4.6 -14 2Z',
  ['#ffe07a', '#f9b526', '#cf7f0a'],
  line('M-9 -1C-4 -5.6 5 -6.4 11 -3', '#fff4b8', 1.5, 0.9),
);
export const apricot: Piece = solid('apricot', lump(9, 7), ['#ffbf66', '#ef8a25', '#a8500c']);
