import {
  type PlateArea,
  area,
  heap,
  ring,
  row,
  line,
  oval,
  path,
  between,
  fine,
  type Piece,
  type Sheet,
  sized,
  type Spot,
} from './sheet.ts';
import { chunkySauce, pool } from './draw-bases.ts';
import * as fish from '#areas/menu/web/fish-and-soy.ts';
import { basilLeaf, wiltedSpinach } from '#areas/menu/web/leaves.ts';
import * as meat from '#areas/menu/web/meat.ts';
import { blackBean } from '#areas/menu/web/grains.ts';
import { mushroomSlice, pea } from '#areas/menu/web/vegetables.ts';
import type { MainKind } from '#areas/menu/web/read-plate.ts';

type DrawMain = (sheet: Sheet, within: PlateArea) => void;

const heapOf =
  (piece: Piece | readonly Piece[], perArea: number): DrawMain =>
  (sheet, within) =>
    heap(
      sheet,
      piece,
      { ...within, rx: within.rx * 0.74, ry: within.ry * 0.74 },
      Math.max(3, Math.round((within.rx * within.ry) / perArea)),
    );

/** Slices that lie on each other as they fell. */
const sliced =
  (piece: Piece, gap: number, count: number): DrawMain =>
  (sheet, { x, y }) =>
    row(sheet, piece, { x, y }, { lean: 28, gap, count });

const single =
  (piece: Piece, turn: number, scale = 1): DrawMain =>
  (sheet, at) =>
    sheet.put(piece, at, turn + between(sheet.random, -8, 8), scale);

const prawnsAndBug: DrawMain = (sheet, within) => {
  heap(sheet, fish.bugMeat, { ...within, rx: within.rx * 0.7, ry: within.ry * 0.7 }, 4);
  ring(
    sheet,
    fish.prawn,
    { ...within, rx: within.rx * 0.72, ry: within.ry * 0.72 },
    { count: 5, start: 20 },
  );
};

const chilli: DrawMain = (sheet, within) => {
  const inside = { ...within, rx: within.rx * 0.95, ry: within.ry * 0.95 };
  heap(sheet, meat.crumbledTofu, inside, 15);
  heap(sheet, sized(blackBean, 1.1), inside, 42);
  heap(sheet, meat.crumbledTofu, { ...inside, rx: inside.rx * 0.5, ry: inside.ry * 0.5 }, 2);
};

/** A wedge of a round, with zucchini and cheese in it: browned top, and one cut side. */
const frittata: DrawMain = (sheet, { x, y }) => {
  const markup =
    '<linearGradient id="frittata-g" x1="0" y1="0" x2=".8" y2="1"><stop offset="0" stop-color="#ffe99a"/><stop offset=".55" stop-color="#f3c54e"/><stop offset="1" stop-color="#c48a2a"/></linearGradient>' +
    path('M-44 -16L22 32L22 44L-44 -4Z', 'fill="#f6d878" stroke="#a8711a" stroke-width=".8"') +
    line('M-36 -4l5 3M-22 6l6 4M-8 16l6 4M6 27l6 4', '#5d9140', 4.4) +
    line('M-29 2l1 1M-15 12l1 1M0 23l1 1M15 35l1 1', '#fffdf0', 4.4) +
    path(
      'M-44 -16Q-10 -34 22 -34Q52 -20 44 12Q38 30 22 32Q-12 10 -44 -16Z',
      'fill="url(#frittata-g)" stroke="#a8711a" stroke-width=".9"',
    ) +
    path(
      'M22 -34Q52 -20 44 12Q38 30 22 32Q30 24 34 10Q40 -14 22 -34Z',
      'fill="#9c5c1c" opacity=".55"',
    ) +
    line(
      'M-14 -18C-8 -22 0 -18 6 -22M-8 -4C0 -8 6 -2 12 -6M8 12C14 8 20 12 26 8M12 -26C18 -22 22 -24 26 -20',
      '#a8661c',
      3,
      0.4,
    ) +
    line(
      'M-26 -16l5 -1M-6 -12l4 3M10 -14l5 -2M0 2l5 1M20 -4l5 3M16 20l4 1M30 -8l3 4M-14 -6l4 2M24 14l5 -2',
      '#5f9a3c',
      3.6,
      0.95,
    ) +
    line('M-18 -12h1M2 -20h2M14 2h2M22 -18h1M8 -6h1M28 4h1M12 14h1', '#fffdf4', 4.6, 0.95);
  sheet.add(`<g transform="translate(${fine(x - 2)} ${fine(y - 6)})scale(1.18)">${markup}</g>`);
};

/** Melted in the oven: pale, with brown blisters. */
function meltedCheese(sheet: Sheet, within: PlateArea) {
  pool(sheet, within, ['#fffdf2', '#fbeec4', '#dcb968'], 0.8);
  for (let index = 0; index < 7; index += 1) {
    const x = within.x + between(sheet.random, -0.7, 0.7) * within.rx;
    const y = within.y + between(sheet.random, -0.6, 0.6) * within.ry;
    sheet.add(
      `<ellipse cx="${fine(x)}" cy="${fine(y)}" rx="${fine(between(sheet.random, 1.6, 4))}" ry="${fine(between(sheet.random, 1.2, 2.6))}" fill="#b9702a" opacity=".55"/>`,
    );
  }
  sheet.add(
    line(
      `M${fine(within.x - within.rx * 0.6)} ${fine(within.y - within.ry * 0.5)}q${fine(within.rx * 0.5)} ${fine(-within.ry * 0.3)} ${fine(within.rx)} 0`,
      '#ffffff',
      1.8,
      0.9,
    ),
  );
}

const eggplantRound: Piece = {
  id: 'eggplant-round',
  markup:
    path(oval(22, 20), 'fill="#3d1d45" stroke="#220d28" stroke-width="1"') +
    path(oval(19.6, 17.6), 'fill="#c9a862"') +
    path(oval(15, 13), 'fill="#a8772f" opacity=".7"') +
    line('M-8 -4h0M-2 6h0M6 -6h0M9 4h0M-10 5h0M1 -1h0', '#7d531c', 2, 0.7),
};

/** Rounds of eggplant that overlap, sauce between, cheese on top. */
const parmigiana: DrawMain = (sheet, { x, y }) => {
  const spots = [
    { x: x - 27, y: y - 16 },
    { x: x + 22, y: y - 22 },
    { x: x - 20, y: y + 20 },
    { x: x + 27, y: y + 16 },
    { x, y },
  ];
  for (const at of spots) {
    sheet.lay(() => sheet.put(eggplantRound, at, sheet.random() * 360, 1.25));
    chunkySauce(['#e25f40', '#bf3a20', '#7f1e0e'], [])(sheet, area(at.x + 1, at.y, 19, 17));
    sheet.lay(() => meltedCheese(sheet, area(at.x, at.y - 1, 16, 13)));
  }
};

const roll: Piece = {
  id: 'cannelloni',
  markup:
    '<linearGradient id="roll-g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fbe7b4"/><stop offset=".4" stop-color="#f3cf83"/><stop offset="1" stop-color="#b57f30"/></linearGradient>' +
    path(
      'M-46 -12H46Q51 0 46 12H-46Q-51 0 -46 -12Z',
      'fill="url(#roll-g)" stroke="#96661f" stroke-width=".9"',
    ) +
    line('M-44 7C-20 9 20 6 44 8', '#a8742a', 1.2, 0.6) +
    [-47, 47]
      .map(
        (x) =>
          `<g transform="translate(${x} 0)">${path(oval(5, 11), 'fill="#fdf6e2" stroke="#b98c42" stroke-width="1.6"')}${path(oval(3.4, 8.4), 'fill="#5d8f42"')}${line('M-1 -4h0M1 0h0M-1 4h0M1.4 -6h0', '#fdfbf0', 2.6)}</g>`,
      )
      .join(''),
};

const cannelloni: DrawMain = (sheet, { x, y }) => {
  for (const offset of [-29, 0, 29]) {
    sheet.lay(() => sheet.put(roll, { x, y: y + offset }, offset === 0 ? -3 : -5));
    chunkySauce(['#ea6a48', '#cb4226', '#8f2612'], ['#ee7d5c', '#a82a14'])(
      sheet,
      area(x + 2, y + offset, 34, 9),
    );
    sheet.lay(() => meltedCheese(sheet, area(x - 2, y + offset - 2, 28, 7.6)));
  }
};

/** Mash raked into ridges that have caught under the grill; the filling bubbles up at the edge. */
const brownedMash: DrawMain = (sheet, { x, y, rx, ry }) => {
  ring(sheet, pea, area(x, y, rx * 0.93, ry * 0.93), { count: 13, start: 10 });
  ring(sheet, mushroomSlice, area(x, y, rx * 0.9, ry * 0.9), { count: 4, start: 40 });
  const [w, h] = [rx * 0.84, ry * 0.82];
  sheet.lay(() => pool(sheet, area(x, y - 2, w, h), ['#fffaea', '#f3dfae', '#b9853c'], 1));
  for (let level = -4; level <= 4; level += 1)
    sheet.add(
      ridge(sheet, { x, y: y - 1 + level * h * 0.19 }, w * Math.sqrt(1 - (level / 5) ** 2) * 0.88),
    );
  browned(sheet, area(x, y - 2, w, h), 22);
};

/** Where the grill has been hottest. */
function browned({ random, add }: Sheet, { x, y, rx, ry }: PlateArea, count: number) {
  for (let index = 0; index < count; index += 1) {
    const angle = random() * Math.PI * 2;
    const reach = Math.sqrt(random()) * 0.86;
    add(
      `<ellipse cx="${fine(x + Math.cos(angle) * rx * reach)}" cy="${fine(y + Math.sin(angle) * ry * reach)}" rx="${fine(between(random, 4, 12))}" ry="${fine(between(random, 2, 5))}" fill="#b4691c" opacity="${fine(between(random, 0.18, 0.42))}"/>`,
    );
  }
}

function ridge({ random }: Sheet, { x, y }: Spot, half: number): string {
  const waves = Math.max(2, Math.round(half / 9));
  const step = (half * 2) / waves;
  const tops = Array.from({ length: waves }, () => {
    const lean = between(random, 0.3, 0.8);
    return `q${fine(step * lean)} ${fine(between(random, -17, -5))} ${fine(step * between(random, 0.85, 1.15))} ${fine(between(random, -2, 2))}`;
  }).join('');
  const d = `M${fine(x - half)} ${fine(y + 3)}${tops}`;
  const lower = `<g transform="translate(.6 3)">${line(d, '#a87432', 6, 0.38)}</g>`;
  const crest = `<g transform="translate(.4 -1.4)">${line(d, '#c07a26', 3.4, 0.8)}</g><g transform="translate(1.4 -2)"><path d="${d}" fill="none" stroke="#6f3a0e" stroke-width="2.4" stroke-dasharray="7 6" stroke-linecap="round" opacity=".6"/></g>`;
  return (
    lower +
    line(d, '#f7e3ae', 6.4) +
    `<g transform="translate(-.6 1.4)">${line(d, '#fffdf4', 1.8, 0.8)}</g>` +
    crest
  );
}

export const DRAW_MAIN: Record<MainKind, DrawMain> = {
  'browned-mash': brownedMash,
  parmigiana,
  cannelloni,
  frittata,
  kofta: (sheet, { x, y }) =>
    row(sheet, sized(meat.kofta, 1.15), { x, y }, { lean: 70, gap: 20, count: 4, turn: -20 }),
  salmon: single(fish.salmonFillet, -24, 1.32),
  'crusted-fish': single(fish.crustedFillet, -20, 1.42),
  'white-fish': heapOf(sized(fish.whiteFish, 1.2), 270),
  tuna: heapOf(fish.tunaChunk, 190),
  prawns: heapOf(sized(fish.prawn, 1.15), 170),
  'prawns-and-bug': prawnsAndBug,
  'golden-tofu': heapOf(sized(fish.goldenTofu, 1.1), 200),
  'glazed-tofu': heapOf(sized(fish.glazedTofu, 1.1), 200),
  'harissa-tofu': heapOf(fish.harissaTofu, 210),
  'crumbled-tofu': chilli,
  paneer: heapOf(sized(fish.paneer, 1.15), 220),
  tempeh: (sheet, { x, y }) =>
    row(sheet, fish.tempehSlab, { x, y }, { lean: 62, gap: 15, count: 5 }),
  'pulled-chicken': heapOf(meat.pulledChicken, 260),
  'skewered-chicken': heapOf(sized(meat.skewerPiece, 1.2), 170),
  'butter-chicken': heapOf(sized(meat.butterChickenPiece, 1.4), 150),
  'pale-chicken': heapOf(sized(meat.paleChickenPiece, 1.3), 170),
  'braised-chicken': heapOf(meat.braisedChickenPiece, 220),
  'grilled-chicken': sliced(sized(meat.grilledSlice, 1.3), 11, 6),
  'sliced-chicken': sliced(sized(meat.chickenSlice, 1.3), 11, 6),
  'pulled-beef': heapOf(meat.pulledBrisket, 210),
  'beef-mince': heapOf(meat.beefMince, 150),
  'thin-beef': heapOf(sized(meat.bulgogiRibbon, 1.15), 110),
  'braised-beef': heapOf(sized(meat.braisedBeef, 1.12), 190),
  'sliced-beef': sliced(sized(meat.beefSlice, 1.25), 9, 8),
  'pulled-lamb': heapOf(meat.pulledLamb, 210),
  'pork-mince': heapOf(meat.porkMince, 150),
  'caramel-pork': heapOf(sized(meat.caramelPork, 1.15), 210),
  'sliced-pork': sliced(sized(meat.porkMedallion, 1.25), 17, 5),
  'lentil-mince': heapOf(meat.lentilMince, 140),
  vegetables: (sheet, within) => {
    heap(sheet, wiltedSpinach, { ...within, rx: within.rx * 0.6, ry: within.ry * 0.6 }, 6);
    heap(sheet, basilLeaf, { ...within, rx: within.rx * 0.4, ry: within.ry * 0.4 }, 3);
  },
};
