import { line, oval, path, solid, stick, strewn, type Piece } from '#areas/menu/web/plate/sheet.ts';

export const sesame = strewn('sesame', { radius: 12, count: 16, length: 1, width: 1.5 }, [
  '#fff7de',
  '#f0dcae',
]);
export const blackSesame = strewn('black-sesame', { radius: 12, count: 8, length: 1, width: 1.4 }, [
  '#2a211c',
]);
export const mustardSeed = strewn(
  'mustard-seed',
  { radius: 12, count: 14, length: 0, width: 1.9 },
  ['#3a2415', '#6b4526'],
);
export const caraway = strewn('caraway', { radius: 13, count: 16, length: 2.4, width: 1 }, [
  '#3f260f',
  '#6f4a20',
]);
export const paprika = strewn('paprika', { radius: 15, count: 70, length: 0, width: 1 }, [
  '#b92a10',
  '#d9502a',
]);
export const crumbs = strewn('crumbs', { radius: 12, count: 32, length: 0.9, width: 2.5 }, [
  '#9a5f22',
  '#d69c4c',
  '#efc782',
]);
export const crushedPeanut = strewn(
  'crushed-peanut',
  { radius: 12, count: 20, length: 1.4, width: 3 },
  ['#a8742f', '#dcae66', '#f3d79c'],
);
export const toastedRice = strewn(
  'toasted-rice',
  { radius: 12, count: 16, length: 0.6, width: 1.6 },
  ['#c28f47', '#8f5f26'],
);
export const chopped = strewn('chopped', { radius: 13, count: 22, length: 1.4, width: 1.9 }, [
  '#3f8a2c',
  '#6bb048',
  '#2c6a22',
]);

export const cashew: Piece = solid(
  'cashew',
  'M-6.6 2C-7 -3 -3 -6 2 -5.4C6 -5 7.6 -1.4 6 0.4C4.6 1.8 3 0 0.6 0C-1.8 0 -2.4 2 -3 3.6C-3.6 5 -6.2 4.6 -6.6 2Z',
  ['#fff0cc', '#e9c586', '#a9762f'],
);
export const almond: Piece = solid(
  'almond',
  'M-6 0C-4 -3.4 3 -3.4 6.6 0C3 3.4 -4 3.4 -6 0Z',
  ['#fff3d6', '#ecc98e', '#a86f2c'],
  line('M-3.4 0H4', '#c9975078', 0.6),
);
export const walnut: Piece = solid(
  'walnut',
  'M-6 0Q-6 -5 -2 -4Q0 -6 3 -4Q7 -3 5.4 0Q7 4 3 4Q0 6 -2 4Q-6 5 -6 0Z',
  ['#e9c690', '#b98546', '#6f451a'],
  line('M-4 0C-2 -2 0 2 4 0M-1 -3L0 3', '#7d4f20', 0.8),
);
export const pumpkinSeed: Piece = solid('pumpkin-seed', oval(4.6, 2.4), [
  '#b9cc84',
  '#7f9a48',
  '#4d6326',
]);

export const limeWedge: Piece = citrus('lime', ['#e9f5b0', '#b7d660', '#5f8f25'], '#4f8a22');
export const lemonWedge: Piece = citrus('lemon', ['#fff9c0', '#f9dc55', '#c99a14'], '#e9b81c');

function citrus(id: string, paint: readonly [string, string, string], peel: string): Piece {
  return solid(
    id,
    'M-16 -5C-8 -2 8 -2 16 -5C15 7 8 13 0 13C-8 13 -15 7 -16 -5Z',
    paint,
    line('M-15.4 -4C-14 7 -8 12.2 0 12.2C8 12.2 14 7 15.4 -4', peel, 2.4) +
      line('M-13 -3C-11.4 5.4 -6.4 9.6 0 9.6C6.4 9.6 11.4 5.4 13 -3', '#fffdea', 1.4) +
      line('M0 -3V9M-6 -3.4L-2.6 8.4M6 -3.4L2.6 8.4', '#fffdea', 1.1),
  );
}

export const chilliRing: Piece = {
  id: 'chilli',
  markup:
    '<circle r="2.8" fill="#ffd9c4" stroke="#cf2415" stroke-width="1.7"/><circle r=".8" fill="#f6e6a8"/>',
};
export const parmesan: Piece = solid('parmesan', 'M-8 -2C-3 -5 4 -4 9 -1L6 3C2 1 -4 2 -7 4Z', [
  '#fffdf0',
  '#f8ebbd',
  '#cdb56c',
]);
export const gratedCheese: Piece = solid('grated-cheese', stick(10, 1.9), [
  '#fff0a6',
  '#f9cf54',
  '#c99a24',
]);
export const fetaCrumb: Piece = solid('feta', 'M-3.6 -3L2 -4L4.4 0L2 3.6L-3 3Z', [
  '#ffffff',
  '#fffcf2',
  '#d3c9ac',
]);

/** A spoonful, with the swirl that the spoon left. */
const dollop = (id: string, paint: readonly [string, string, string], flecks: string): Piece =>
  solid(
    id,
    'M-15 2C-16 -7 -7 -13 2 -12C11 -12 17 -5 15 3C13 10 5 13 -3 12C-10 11 -14 8 -15 2Z',
    paint,
    line('M-8 3C-9 -4 -2 -8 4 -6C10 -4 9 4 3 5C-1 5.4 -3 2 -0.4 0', paint[2], 1.2, 0.7) +
      line('M-9 -4C-6 -8 0 -9.6 5 -8.6', '#ffffff', 1.8, 0.9) +
      line('M-5 7h0M7 -1h0M2 9h0M-10 0h0M8 6h0M-2 -4h0', flecks, 1.4, 0.9),
  );
export const yoghurt = dollop('yoghurt', ['#ffffff', '#fffdf6', '#d8cfb8'], '#6fae54');
export const salsa: Piece = {
  id: 'salsa',
  markup:
    path(oval(17, 13), 'fill="#c93a22"') +
    strewn('salsa-bits', { radius: 14, count: 42, length: 1.6, width: 3.4 }, [
      '#e8553a',
      '#d9341f',
      '#f59a78',
      '#b92514',
      '#5a9a3a',
      '#ead3e2',
    ]).markup,
};
export const greenSalsa: Piece = {
  id: 'green-salsa',
  markup:
    path(oval(15, 11), 'fill="#d9492c"') +
    strewn('green-salsa-bits', { radius: 12, count: 48, length: 1.6, width: 3 }, [
      '#6aa63e',
      '#e8553a',
      '#3f8029',
      '#a5cf6a',
    ]).markup,
};
