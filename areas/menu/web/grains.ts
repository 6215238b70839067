/** What everything else lies on: grains, noodles, pasta. */
import { line, path, solid, strewn } from '#areas/menu/web/plate/paint.ts';
import type { Piece } from '#areas/menu/web/plate/sheet.ts';

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

/** Grains that float apart. */
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
