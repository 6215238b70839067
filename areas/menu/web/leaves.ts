import { leaf, line, path, solid, tangle, type Piece } from '#areas/menu/web/plate/sheet.ts';

export const cosLeaf: Piece = solid(
  'cos',
  'M-22 0C-17 -5 -10 -10 2 -11.5C11 -12.6 20 -8 22 -1C22 6 14 11.6 3 11C-9 10.4 -17 5 -22 0Z',
  ['#eef6c8', '#b5d36f', '#6f9c3c'],
  path('M-22 0C-12 -2.4 6 -2 17 -0.4C6 2 -12 2.4 -22 0Z', 'fill="#f7fbe3"') +
    line(
      'M-6 -1.4L-1 -8M2 -1.6L7 -9M10 -1.2L15 -6.4M-6 1.4L-1 8M2 1.6L7 8.6M10 1.2L14 6',
      '#e6f1bf',
      0.9,
      0.9,
    ),
);
export const kaleLeaf: Piece = solid(
  'kale',
  'M-15 0Q-14 -5 -10 -4Q-10 -9 -5 -7Q-3 -11 1 -8Q5 -11 8 -7Q13 -8 12 -3.6Q17 -1 13 2Q14 7 9 6Q7 11 3 8Q-1 11 -4 7Q-9 9 -10 4.4Q-14 5 -15 0Z',
  ['#6f9a52', '#3f6f38', '#1f4321'],
  line('M-14 0H10M-5 0L-1 -5M1 0L5 -5M-5 0L-1 5M1 0L5 5', '#a9c98a', 0.9, 0.8),
);
export const rocketLeaf: Piece = solid(
  'rocket',
  'M-16 0C-10 -1.6 -8 -1.4 -6 -1.6C-7 -5 -4 -7 -2 -2.6C-1 -7 3 -7.6 4 -3.4C8 -6.6 15 -4 16 0C15 4 8 6 4 3.4C3 7.6 -1 7 -2 2.6C-4 7 -7 5 -6 1.6C-8 1.4 -10 1.6 -16 0Z',
  ['#8fbf5c', '#5a9440', '#2f6128'],
  line('M-16 0H12', '#bcdc93', 0.8, 0.85),
);
export const spinachLeaf = leaf('spinach', [25, 16], ['#76ad4e', '#43803a', '#205023'], '#a9d07f');
export const basilLeaf = leaf('basil', [18, 11], ['#7cc057', '#3f8a37', '#205a22'], '#a5d684');
export const mintLeaf = leaf('mint', [15, 9], ['#8fcc74', '#4f9d4a', '#28692c'], '#b8e3a0');
export const corianderLeaf: Piece = solid(
  'coriander',
  'M-7 0L-2 -1Q-5 -5 -1 -6Q1 -8 3 -4.6Q7 -6 7 -2Q10 0 7 2Q7 6 3 4.6Q1 8 -1 6Q-5 5 -2 1Z',
  ['#8fca62', '#4f9a3d', '#2a6a25'],
  line('M-7 0H4M-1 0L2 -3M-1 0L2 3', '#b7e08f', 0.6, 0.85),
  0.4,
);
export const parsleyLeaf: Piece = solid(
  'parsley',
  'M-6 0C-4 -0.8 -3.6 -1.6 -5 -3.4C-3.4 -4.6 -2 -4.2 -1.4 -5.8C0.4 -6.6 1 -5 2.6 -5.6C4.4 -5 3.8 -3.4 5.4 -3C6.2 -1.4 5 -0.8 6.6 0C5 0.8 6.2 1.4 5.4 3C3.8 3.4 4.4 5 2.6 5.6C1 5 0.4 6.6 -1.4 5.8C-2 4.2 -3.4 4.6 -5 3.4C-3.6 1.6 -4 0.8 -6 0Z',
  ['#8cc862', '#4c9836', '#2a6a22'],
  line('M-6 0H4M-2 0L1.6 -3.6M-2 0L1.6 3.6', '#b2dc8c', 0.6, 0.85),
  0.4,
);

const sprig = (id: string, needle: string, length: number): Piece => {
  const pairs = Array.from({ length: 7 }, (_, index) => {
    const x = -10 + index * 3.4;
    return `M${x} 0l${length * 0.6} ${-length}M${x + 1} 0l${length * 0.6} ${length}`;
  }).join('');
  return {
    id,
    markup: line('M-13 0H13', '#5b6b35', 1) + line(pairs, '#1f4a20', 2) + line(pairs, needle, 1.3),
  };
};
export const rosemarySprig = sprig('rosemary', '#5f8f58', 4.6);
export const thymeSprig = sprig('thyme', '#76a553', 2.2);
export const dillSprig = sprig('dill', '#6fb04a', 5.2);

/** Leaves that have collapsed in the heat: dark, glossy, folded. */
export const wiltedSpinach: Piece = solid(
  'wilted-spinach',
  'M-13 1C-14 -6 -7 -8 -2 -6C2 -11 11 -9 12 -3C16 1 12 8 6 6C2 11 -5 9 -6 5C-10 7 -13 5 -13 1Z',
  ['#5f9447', '#2f652e', '#163c1a'],
  line(
    'M-10 0C-6 -5 -2 2 2 -3C5 -7 8 -3 10 -2M-6 4C-3 1 1 6 4 2C6 -1 9 2 10 3',
    '#8fbf6c',
    1,
    0.75,
  ) + line('M-8 -3C-6 -5 -4 -5 -2 -4', '#d5efb8', 1, 0.6),
);
export const silverbeet: Piece = {
  id: 'silverbeet',
  markup: `<g transform="translate(2 0)">${wiltedSpinach.markup}</g>${line('M-16 3C-9 1 -3 1 4 -1', '#dfeec4', 3)}${line('M-16 3C-9 1 -3 1 4 -1', '#f6fbe6', 1.4)}`,
};
export const bokChoy: Piece = solid(
  'bok-choy',
  'M-21 -5C-12 -7 -7 -5 -2 -7C5 -13 19 -11 22 -2C23 7 12 12 2 8C-6 6 -12 8 -21 5C-23 2 -23 -2 -21 -5Z',
  ['#86b95a', '#4c8a3d', '#255a26'],
  path(
    'M-21 -5C-12 -7 -7 -4.6 -1 -3.4L9 -1.4L-1 3.6C-7 5 -12 8 -21 5C-23 2 -23 -2 -21 -5Z',
    'fill="#f3f7df" stroke="#a9c286" stroke-width=".7"',
  ) +
    line(
      'M-19 0C-10 -1 -4 0 8 -1.4M-18 -3C-10 -4 -6 -3 -1 -2.6M-18 3C-10 4 -6 3.4 -1 2.4',
      '#cfdcae',
      0.8,
    ) +
    line('M4 -2L12 -7M7 -1L18 -3M6 1L15 6', '#a9d07f', 0.8, 0.8),
);
export const gaiLan: Piece = {
  id: 'gai-lan',
  markup:
    line('M-22 0C-12 -2 -4 1 6 0', '#3f6f2f', 5.6) +
    line('M-22 0C-12 -2 -4 1 6 0', '#a3cc74', 4) +
    `<g transform="translate(6 -1)scale(.8)">${wiltedSpinach.markup}</g>`,
};

export const wombok = tangle('wombok', { radius: 11, count: 10, width: 2.2, bend: 0.5 }, [
  '#fdfdee',
  '#eaf1c6',
  '#b9c987',
]);
export const redCabbage = tangle('red-cabbage', { radius: 10, count: 11, width: 1.9, bend: 0.6 }, [
  '#d99cc0',
  '#8f3a74',
  '#552047',
]);
export const springOnionRing: Piece = {
  id: 'spring-onion',
  markup:
    '<circle r="2.6" fill="#e9f5cf" stroke="#4d8f36" stroke-width="1.3"/><circle r=".9" fill="#b4d98a"/>',
};
