import { line, oval, path, solid, stick, type Piece } from '#areas/menu/web/plate/sheet.ts';

export const greenBean: Piece = solid(
  'green-bean',
  'M-20 2C-12 -3.4 8 -5 20 -1.6C21 0.4 20 1.4 18 1.6C8 1 -8 4 -18 5C-20.6 4.6 -21 3 -20 2Z',
  ['#9cc96a', '#5f9a40', '#345f24'],
  line('M-16 1.4C-8 -2 6 -3.2 16 -1.4', '#d2ecac', 0.8, 0.8),
);
export const broccolini: Piece = {
  id: 'broccolini',
  markup:
    line('M-20 3C-10 0 -2 2 8 0', '#45722f', 5) +
    line('M-20 3C-10 0 -2 2 8 0', '#93bf62', 3.4) +
    line('M1 -1L8 -6M2 2L9 6', '#6fa04a', 2.4) +
    line('M9 -7h0M13 -3h0M14 3h0M10 7h0M8 0h0M16 0h0M12 -8h0M6 -4h0M7 5h0', '#2f5a26', 7) +
    line('M8 -7h0M12 -4h0M13 2h0M9 6h0M8 0h0M16 -1h0', '#5c9140', 4.6) +
    line('M7 -8h0M12 -5h0M14 1h0M9 5h0M16 -2h0M6 -1h0', '#9cc878', 1.4),
};
export const snowPea: Piece = solid(
  'snow-pea',
  'M-15 0C-9 -7 8 -7.4 15 -1C17 -1.4 17.4 0 15.6 1C8 6.6 -9 6 -15 0Z',
  ['#c6e390', '#86b94e', '#4f8430'],
  line('M-12 0C-6 -4.6 7 -5 13 -0.6', '#e6f6c4', 0.8, 0.9) +
    line('M-7 0h0M-1.6 0.2h0M4 0.2h0M9 0.2h0', '#a7d268', 3.4),
);
export const pea: Piece = {
  id: 'pea',
  markup:
    '<circle r="3.5" fill="#7fb743" stroke="#4c7f24" stroke-width=".6"/><circle cx="-1" cy="-1.2" r="1.1" fill="#d9f0ae"/>',
};
export const edamame: Piece = solid(
  'edamame',
  oval(5, 3.4),
  ['#dff0ae', '#a6cf5f', '#6a9a34'],
  line('M-2.6 -1.4C-1 -2.2 1 -2.2 2.6 -1.4', '#f6ffdf', 0.8),
);
export const cornKernel: Piece = {
  id: 'corn',
  markup:
    path(
      'M-2.6 -2.8H2.6Q3.4 0 2.4 2.8Q0 4 -2.4 2.8Q-3.4 0 -2.6 -2.8Z',
      'fill="#f8cf43" stroke="#c98d14" stroke-width=".6"',
    ) +
    line('M-1.4 -1.6H1', '#fff1a8', 1) +
    line('M1.4 2h0', '#7a4a12', 1.2, 0.7),
};
export const roastCarrot: Piece = solid(
  'roast-carrot',
  'M-22 -4.4C-10 -6.4 8 -4.6 21 -1.4Q23 0 21 1.4C8 4.6 -10 6.4 -22 4.4Q-24.4 0 -22 -4.4Z',
  ['#ffb35c', '#e97e25', '#9f4510'],
  line('M-14 -5L-13 -1M-4 -4.8L-3.4 0M5 -3.4L5.4 0M-9 4.8L-8.6 2', '#7a3410', 1, 0.65) +
    line('M-19 -2.4C-8 -4 6 -3 16 -1', '#ffdfa8', 1, 0.8),
);
export const carrotStick: Piece = {
  ...solid('carrot-stick', stick(18, 2.7), ['#ffc078', '#f08a2e', '#bb5a12']),
  tilt: 48,
};
export const daikonStick: Piece = {
  ...solid('daikon-stick', stick(18, 2.7), ['#ffffff', '#f8f5ea', '#cfc7ac']),
  tilt: 48,
};
export const carrotRound: Piece = solid(
  'carrot-round',
  oval(5.4, 5),
  ['#ffbd6b', '#ef8527', '#b55512'],
  '<circle r="2.2" fill="none" stroke="#ffc98a" stroke-width=".9"/>',
);

/** Seeds in a pale, wet middle. */
export const cucumberSlice: Piece = solid(
  'cucumber',
  oval(9, 8.6),
  ['#f4fae0', '#dcedb4', '#2f6f35'],
  '<circle r="7.8" fill="#e9f4cb"/><circle r="4.6" fill="#f7fce9"/>' +
    line(
      'M0 -3.4v1.4M3 -1.7l-1.2.7M3 1.7l-1.2-.7M0 3.4v-1.4M-3 1.7l1.2-.7M-3 -1.7l1.2.7',
      '#b9d18a',
      1.1,
    ),
  1.4,
);

/** Cooked, cut in half moons: creamy flesh, seared edges, a speckled skin. */
export const zucchiniPiece: Piece = solid(
  'zucchini',
  'M-9 -4C-4 -6 4 -6 9 -4C8 4 4 7 0 7C-4 7 -8 4 -9 -4Z',
  ['#fbf7d3', '#ecdf9c', '#3f6f2c'],
  line('M-8.6 -3C-7.4 4 -4 6.4 0 6.4C4 6.4 7.4 4 8.6 -3', '#35682c', 2) +
    path(
      'M-6.4 -3C-2 -4.4 2 -4.4 6.4 -3C5 0 3 1 0 1C-3 1 -5 0 -6.4 -3Z',
      'fill="#c98f3c" opacity=".55"',
    ),
);
export const zucchiniRibbon: Piece = solid(
  'zucchini-ribbon',
  'M-20 0C-14 -7 -8 -2 -1 -5C6 -8 12 -3 20 -5L20 0C13 2 7 -3 0 0C-7 3 -13 -1 -20 5Z',
  ['#fbfbdf', '#e3edb0', '#3d7433'],
  line(
    'M-20 4.6C-13 -1 -7 3 0 0.2C7 -2.8 13 2 20 0M-20 0.2C-14 -6.6 -8 -1.8 -1 -4.8C6 -7.8 12 -2.8 20 -4.8',
    '#47813a',
    1.2,
  ),
  0.3,
);
export const cucumberRibbon: Piece = solid(
  'cucumber-ribbon',
  'M-19 0C-13 -8 -8 -2 -1 -6C6 -9 12 -3 19 -6L19 0C13 3 7 -3 0 1C-7 4 -13 0 -19 6Z',
  ['#fbfff0', '#e2f2c6', '#5d9a58'],
  line('M-19 5.6C-13 -0.4 -7 3.6 0 0.6C7 -3.4 13 2.6 19 -0.4', '#2f7038', 1.1) +
    line('M-14 -1L-12 -1.6M-5 -1.4L-3 -1.8M4 -4L6 -4M12 -2.6L14 -3', '#c5dc9c', 1.4),
  0.3,
);
export const cherryTomatoHalf: Piece = solid(
  'tomato-half',
  oval(7.6, 7.2),
  ['#ff9a76', '#e8442c', '#a81f12'],
  path(
    'M-4.6 -2.6Q-2 -5 -0.6 -2.4Q-0.6 1 -3 2Q-5.6 0 -4.6 -2.6ZM1 -2.4Q3 -5 4.8 -2.4Q5.4 0.6 3 2Q1 0.6 1 -2.4ZM-1.8 3Q0 1.6 1.8 3Q1.6 5 0 5.2Q-1.6 5 -1.8 3Z',
    'fill="#f7a05e"',
  ) + line('M-3 -1h0M3 -1h0M0 4h0M-2.6 0.6h0M2.6 0.8h0', '#fff0c4', 1.1),
);
export const roastTomato: Piece = solid(
  'roast-tomato',
  oval(7.6, 7),
  ['#ff8a66', '#d9331d', '#8c170c'],
  line('M-3 -4C-1 -2 1 -3 3 -4.6M-4 3C-1 2 2 4 4 2M-5 0C-3 0.6 -2 0 -1 1', '#8f1a0e', 0.8, 0.8) +
    line('M-4 -4.2C-2.4 -5.6 0 -5.8 1.4 -5.2', '#ffe0d0', 1.4, 0.85) +
    line('M4 -3h0M2 4h0', '#4a1208', 1.6, 0.6),
);
export const tomatoWedge: Piece = solid(
  'tomato-wedge',
  'M-12 -5C-5 -9 5 -9 12 -5C12 5 7 11 0 11C-7 11 -12 5 -12 -5Z',
  ['#ff8f6c', '#e2402a', '#a3200f'],
  path('M-9.6 -4C-5 -6.6 5 -6.6 9.6 -4C9 3 5 8 0 8C-5 8 -9 3 -9.6 -4Z', 'fill="#f5856a"') +
    path(
      'M-7.6 -3C-4 -5 -1.4 -4 -1.4 0C-1.4 4 -3 5 -4.6 3.4C-6.4 2 -7.4 0 -7.6 -3ZM7.6 -3C4 -5 1.4 -4 1.4 0C1.4 4 3 5 4.6 3.4C6.4 2 7.4 0 7.6 -3Z',
      'fill="#f3b06c"',
    ) +
    line('M-5 -2h0M-3.4 1h0M5 -2h0M3.4 1h0M-4.6 3h0M4.4 3h0', '#fff3cf', 1.3),
);
export const capsicumStrip: Piece = solid(
  'capsicum',
  'M-13 1C-8 -6 4 -7 13 -2C14 0 13 1.6 11.6 1.6C4 -1.6 -4 -1 -9.4 4C-12 5 -14 3 -13 1Z',
  ['#ff7f63', '#d9301f', '#92160c'],
  line('M-10 -0.6C-5 -4.6 4 -5 10 -2', '#ffc4b0', 1, 0.8),
);
export const beetrootWedge: Piece = solid(
  'beetroot',
  'M-11 -5C-3 -8 6 -7 11 -2C9 5 2 9 -5 8C-10 6 -12 0 -11 -5Z',
  ['#c24a78', '#8a1f4e', '#4a0c2a'],
  line(
    'M-7 -3C-2 -5 4 -4.4 7 -1.6M-6 1C-2 -1 3 0 5 2M-5 4.6C-2 3 1 3.4 2.6 4.6',
    '#d9719a',
    0.9,
    0.75,
  ),
);
export const mushroomSlice: Piece = solid(
  'mushroom',
  'M-10 -1C-10 -8 -5 -10 0 -10C5 -10 10 -8 10 -1C10 2 6 2.4 3.4 1.6V8Q0 10.4 -3.4 8V1.6C-6 2.4 -10 2 -10 -1Z',
  ['#f6e6cc', '#d2ac7c', '#7d5530'],
  line('M-8.4 -1C-8 -6.6 -4.4 -8.6 0 -8.6C4.4 -8.6 8 -6.6 8.4 -1', '#8c5f36', 1.6, 0.8) +
    line('M-5 -0.6L-2 -2M5 -0.6L2 -2', '#7a4f2c', 0.9, 0.7),
);
export const shiitake: Piece = solid(
  'shiitake',
  oval(9.4, 8.4),
  ['#b98558', '#7f4c2a', '#432210'],
  line('M-3 -3L0 0L3.6 -2.4M0 0L-0.6 4', '#f0d6ae', 1.6, 0.9),
);
export const fennelSlice: Piece = solid(
  'fennel',
  'M-14 0C-12 -9 -3 -11 1 -8C6 -11 13 -7 14 0C13 5 7 9 0 8C-7 9 -13 6 -14 0Z',
  ['#fdfde8', '#e6ecc0', '#9cac68'],
  line('M-12 0C-8 -6 -3 -7 0 7M12 0C8 -6 4 -7 0 7M0 -6V7', '#b3bf80', 1) +
    line('M-10 4C-5 7.6 5 7.6 10 4', '#b97a30', 1.8, 0.6),
);
export const olive: Piece = solid(
  'olive',
  oval(5.6, 4.6),
  ['#8a6a86', '#4a2b46', '#200f1e'],
  line('M-2.8 -2C-1.4 -3 0.6 -3 1.8 -2.4', '#e6d3e2', 1),
);
export const caper: Piece = {
  id: 'caper',
  markup: '<circle r="2.2" fill="#7f8f3c" stroke="#4d5a1e" stroke-width=".6"/>',
};
export const eggplantPiece: Piece = solid(
  'eggplant',
  'M-9 -5C-3 -7 4 -7 9 -5C9 3 5 7 0 7C-5 7 -9 3 -9 -5Z',
  ['#f0e6b6', '#d3bf80', '#8f7a40'],
  line('M-8.8 -3.4C-8 4 -4 6.6 0 6.6C4 6.6 8 4 8.8 -3.4', '#4a2350', 2.4) +
    line('M-3 -2h0M1 0h0M4 -3h0M-1 2.6h0', '#9c8544', 1, 0.8),
);
export const bambooShoot: Piece = solid(
  'bamboo',
  stick(19, 5),
  ['#fffbe0', '#f1e0a4', '#b99d55'],
  line('M-7 0H7', '#cdb46c', 0.8),
);
export const waterChestnut: Piece = solid(
  'water-chestnut',
  oval(6, 5.6),
  ['#ffffff', '#fbf6e6', '#cbbd96'],
  '<circle r="3.4" fill="none" stroke="#e3d9ba" stroke-width=".8"/>',
);
export const redOnion: Piece = {
  id: 'red-onion',
  markup: line('M-9 2C-5 -6 5 -6 9 2', '#8f3f78', 3) + line('M-9 2C-5 -6 5 -6 9 2', '#ecc9e0', 1.6),
};
