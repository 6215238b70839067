/** A whole plate as an SVG picture: drawn by the server for the site, by the browser for a meal that is being edited. */
import {
  type PlateArea,
  area,
  bundle,
  heap,
  row,
  newSheet,
  plateRandom,
  type Sheet,
  type Spot,
  type Piece,
  sized,
  fine,
  line,
} from './sheet.ts';
import { DRAW_BASE, pool } from '#areas/menu/web/plate/draw-bases.ts';
import { DRAW_MAIN } from '#areas/menu/web/plate/draw-mains.ts';
import {
  type Layout,
  type PlateRecipe,
  plateRecipe,
  type Vessel,
} from '#areas/menu/web/plate-recipe.ts';
import type { PlateWords } from '#areas/menu/rules/meal-picture.ts';
import type { BaseKind, ToppingKind, SideKind } from '#areas/menu/web/read-plate.ts';
import * as fish from '#areas/menu/web/fish-and-soy.ts';
import * as grains from '#areas/menu/web/grains.ts';
import * as pulses from '#areas/menu/web/grains.ts';
import * as leaves from '#areas/menu/web/leaves.ts';
import * as vegetables from '#areas/menu/web/vegetables.ts';
import { caper, olive } from '#areas/menu/web/vegetables.ts';
import * as toppingPieces from '#areas/menu/web/toppings.ts';

type Places = {
  base: PlateArea;
  main: PlateArea;
  /** Where a sauce collects. */
  sauce: PlateArea;
  sides: readonly PlateArea[];
  toppings: PlateArea;
  /** Where a wedge or a spoonful lies. */
  beside: readonly Spot[];
};

/**
 * Always the same for the same words. Words only choose among fixed shapes and colours; they never get into the markup.
 */
export function drawPlate(words: PlateWords): string {
  const recipe = plateRecipe(words);
  const sheet = newSheet(plateRandom(words.name));
  drawFood(sheet, recipe);
  const vessel = drawVessel(recipe.vessel, words.mealType);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">${vessel}${sheet.markup()}</svg>`;
}

function drawFood(sheet: Sheet, recipe: PlateRecipe) {
  const loose = recipe.sides.filter((side) => !STREWN.includes(side));
  const places = PLACES[recipe.layout](WELL[recipe.vessel], loose.length, recipe.base);
  const drawSauce = () => {
    if (recipe.sauce) sheet.lay(() => recipe.sauce && pool(sheet, places.sauce, recipe.sauce, 0.8));
  };
  // A curry is beside its rice, any other sauce on what lies beneath.
  if (recipe.layout === 'curry' && recipe.base !== 'dal') drawSauce();
  sheet.lay(() => DRAW_BASE[recipe.base](sheet, places.base));
  if (recipe.layout !== 'curry') drawSauce();
  for (const side of recipe.sides.filter((each) => STREWN.includes(each)))
    sheet.lay(() => DRAW_SIDE[side](sheet, places.base, 0));
  drawSides(sheet, loose, places);
  sheet.lay(() => DRAW_MAIN[recipe.main](sheet, places.main));
  drawToppings(sheet, recipe, places);
}

function drawSides(sheet: Sheet, sides: readonly SideKind[], places: Places) {
  for (const [index, side] of sides.entries()) {
    const within = places.sides[index];
    if (!within) continue;
    const lean = (Math.atan2(within.y - 100, within.x - 100) * 180) / Math.PI + 90;
    sheet.lay(() => DRAW_SIDE[side](sheet, within, lean));
  }
}

function drawToppings(sheet: Sheet, { toppings }: PlateRecipe, places: Places) {
  const spots = [...places.beside];
  for (const topping of toppings) {
    const isBeside = ['yoghurt', 'salsa', 'green-salsa', 'lime', 'lemon', 'caraway'].includes(
      topping,
    );
    const beside = isBeside ? (spots.shift() ?? { x: 100, y: 160 }) : { x: 100, y: 100 };
    sheet.lay(() => DRAW_TOPPING[topping](sheet, places.toppings, beside));
  }
}

const around = (degrees: number, distance: number, radius: number): PlateArea => {
  const angle = (degrees * Math.PI) / 180;
  return area(100 + Math.cos(angle) * distance, 100 + Math.sin(angle) * distance, radius);
};

/** Mixed into what lies beneath. */
const STREWN: readonly SideKind[] = ['peas', 'apricots'];

type PlacesFor = (well: number, sides: number, base: BaseKind) => Places;

/** In a dal the rice lies at the side; any other curry lies beside its rice. */
const curry: PlacesFor = (well, sides, base) =>
  base === 'dal'
    ? {
        base: area(104, 100, well - 3),
        main: area(126, 104, 38, 42),
        sauce: area(100, 100, 1),
        sides: [area(60, 116, 38)],
        toppings: area(122, 100, 34),
        beside: [{ x: 94, y: 56 }],
      }
    : {
        base: area(68, 106, 44, 54),
        main: area(126, 102, sides > 1 ? 38 : 44, sides > 1 ? 40 : 48),
        sauce: area(108, 100, well - 7, well - 4),
        sides: [around(288, 50, 24), around(62, 54, 24), around(240, 50, 20)],
        toppings: area(124, 98, 34, 38),
        beside: [
          { x: 74, y: 82 },
          { x: 92, y: 154 },
        ],
      };

const spread = (count: number, from: number, to: number) =>
  Array.from({ length: count }, (_, index) =>
    count === 1 ? (from + to) / 2 : from + (index * (to - from)) / (count - 1),
  );

const PLACES: Record<Layout, PlacesFor> = {
  soup: (well) => ({
    base: area(100, 100, well + 2),
    main: area(108, 106, 46, 40),
    sauce: area(100, 100, 1),
    sides: [
      around(215, 38, 30),
      around(300, 40, 30),
      around(95, 42, 30),
      around(150, 40, 28),
      around(15, 44, 28),
    ],
    toppings: area(100, 98, 42),
    beside: [
      { x: 150, y: 140 },
      { x: 56, y: 140 },
    ],
  }),
  curry,
  bowl: (well, sides) => ({
    base: area(100, 100, well - 1),
    main: area(110, 124, 46, 36),
    sauce: area(110, 126, 38, 30),
    sides: spread(sides, 168, 345).map((degrees) => around(degrees, 48, sides > 4 ? 23 : 26)),
    toppings: area(106, 116, 38, 34),
    beside: [
      { x: 62, y: 140 },
      { x: 154, y: 138 },
    ],
  }),
  salad: (well, sides) => ({
    base: area(100, 100, well - 1),
    main: area(104, 108, 44, 36),
    sauce: area(104, 110, 1),
    sides: spread(sides, 155, 395).map((degrees) => around(degrees, 52, 25)),
    toppings: area(100, 102, 44),
    beside: [
      { x: 66, y: 146 },
      { x: 140, y: 146 },
    ],
  }),
  nest: (well) => ({
    base: area(100, 100, well - 2),
    main: area(102, 102, 46, 42),
    sauce: area(101, 102, 45, 41),
    sides: [around(225, 54, 25), around(315, 54, 24), around(90, 54, 22)],
    toppings: area(101, 99, 34),
    beside: [{ x: 150, y: 144 }],
  }),
  baked: (well) => ({
    base: area(100, 100, well - 1),
    main: area(100, 100, well, well),
    sauce: area(100, 100, 1),
    sides: [around(58, 62, 24)],
    toppings: area(100, 96, 40),
    beside: [{ x: 146, y: 140 }],
  }),
  plated: (_well, sides) => ({
    base: area(74, 118, 49, 47),
    main: area(124, 120, 47, 42),
    sauce: area(122, 120, 49, 45),
    sides: (sides < 3 ? spread(sides, 238, 318) : spread(sides, 218, 338)).map((degrees) =>
      around(degrees, 52, sides > 3 ? 25 : 29),
    ),
    toppings: area(118, 114, 38, 33),
    beside: [
      { x: 54, y: 150 },
      { x: 156, y: 152 },
    ],
  }),
};

/** The empty plate or bowl, seen from above. */
type Glaze = { rim: string; lit: string; well: string; edge: string };

const CREAM: Glaze = { rim: '#f8efdc', lit: '#fffdf8', well: '#f3e7d0', edge: '#cdb88e' };
const STONEWARE: Glaze = { rim: '#7f9d93', lit: '#a9c2b8', well: '#8ca99e', edge: '#4f7166' };

/** How far the food may reach. */
const WELL: Record<Vessel, number> = {
  'dinner plate': 74,
  'shallow bowl': 75,
  'deep bowl': 77,
};

function drawVessel(vessel: Vessel, mealType: string): string {
  const { rim, lit, well, edge } = mealType === 'dinner' ? STONEWARE : CREAM;
  const inner = vessel === 'dinner plate' ? 78 : vessel === 'shallow bowl' ? 80 : 83;
  const depth = vessel === 'dinner plate' ? 0.16 : vessel === 'shallow bowl' ? 0.3 : 0.5;
  return (
    `<defs><linearGradient id="rim" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${lit}"/><stop offset=".55" stop-color="${rim}"/><stop offset="1" stop-color="${edge}"/></linearGradient>` +
    `<radialGradient id="well" cx=".56" cy=".6" r=".62"><stop offset=".55" stop-color="${well}"/><stop offset="1" stop-color="#2b1d0c" stop-opacity="${depth}"/></radialGradient></defs>` +
    `<ellipse cx="103" cy="107" rx="94" ry="91" fill="#3a2a10" opacity=".16"/><ellipse cx="101" cy="103" rx="94" ry="93" fill="#3a2a10" opacity=".14"/>` +
    `<circle cx="100" cy="100" r="94" fill="url(#rim)" stroke="${edge}" stroke-width="1"/>` +
    `<circle cx="100" cy="100" r="91.4" fill="none" stroke="${lit}" stroke-width="1.2" opacity=".7"/>` +
    `<circle cx="100" cy="100" r="${inner}" fill="${well}"/><circle cx="100" cy="100" r="${inner}" fill="url(#well)" stroke="${edge}" stroke-width=".8" stroke-opacity=".7"/>` +
    `<path d="M22 68A84 84 0 0 1 88 17" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" opacity=".55"/>`
  );
}

/** `lean`: along the rim of the plate, in degrees. */
type DrawSide = (sheet: Sheet, within: PlateArea, lean: number) => void;

const heapOf =
  (piece: Piece | readonly Piece[], count: number): DrawSide =>
  (sheet, within) =>
    heap(sheet, piece, { ...within, rx: within.rx * 0.76, ry: within.ry * 0.76 }, count);

const bundleOf =
  (piece: Piece | readonly Piece[], count: number): DrawSide =>
  (sheet, within, lean) =>
    bundle(sheet, piece, { ...within, rx: within.rx * 0.7, ry: within.ry * 0.7 }, { lean, count });

const rowOf =
  (piece: Piece, gap: number, count: number): DrawSide =>
  (sheet, { x, y }, lean) =>
    row(sheet, piece, { x, y }, { lean, gap, count });

const DRAW_SIDE: Record<SideKind, DrawSide> = {
  'green-beans': bundleOf(vegetables.greenBean, 8),
  broccolini: bundleOf(vegetables.broccolini, 4),
  'snow-peas': bundleOf(vegetables.snowPea, 7),
  peas: heapOf(vegetables.pea, 20),
  edamame: heapOf(vegetables.edamame, 17),
  corn: heapOf(vegetables.cornKernel, 30),
  'roast-carrots': bundleOf(vegetables.roastCarrot, 4),
  'carrot-sticks': heapOf(vegetables.carrotStick, 26),
  'carrot-rounds': heapOf(vegetables.carrotRound, 7),
  pickles: heapOf([vegetables.carrotStick, vegetables.daikonStick], 28),
  cos: heapOf(leaves.cosLeaf, 4),
  kale: heapOf(sized(leaves.kaleLeaf, 1.25), 4),
  rocket: heapOf(leaves.rocketLeaf, 9),
  spinach: heapOf(leaves.spinachLeaf, 6),
  'wilted-spinach': heapOf(leaves.wiltedSpinach, 5),
  silverbeet: heapOf(leaves.silverbeet, 4),
  'bok-choy': rowOf(leaves.bokChoy, 12, 3),
  'gai-lan': bundleOf(leaves.gaiLan, 4),
  wombok: heapOf(leaves.wombok, 4),
  'red-cabbage': heapOf(leaves.redCabbage, 5),
  'cherry-tomatoes': heapOf(vegetables.cherryTomatoHalf, 5),
  'roast-tomatoes': heapOf(vegetables.roastTomato, 5),
  'tomato-wedges': heapOf(vegetables.tomatoWedge, 5),
  cucumber: rowOf(vegetables.cucumberSlice, 8, 5),
  zucchini: heapOf(vegetables.zucchiniPiece, 6),
  'zucchini-ribbons': heapOf(vegetables.zucchiniRibbon, 4),
  capsicum: bundleOf(vegetables.capsicumStrip, 8),
  beetroot: heapOf(vegetables.beetrootWedge, 5),
  mushrooms: heapOf(vegetables.mushroomSlice, 5),
  shiitake: heapOf([vegetables.shiitake, vegetables.mushroomSlice], 5),
  'black-beans': heapOf(pulses.blackBean, 19),
  'white-beans': heapOf(pulses.whiteBean, 16),
  chickpeas: heapOf(pulses.chickpea, 15),
  potatoes: heapOf(pulses.roastPotato, 5),
  pumpkin: rowOf(pulses.pumpkinWedge, 12, 3),
  apple: rowOf(pulses.appleWedge, 9, 4),
  fennel: rowOf(sized(vegetables.fennelSlice, 1.15), 14, 2),
  mango: rowOf(pulses.mangoSlice, 8, 5),
  apricots: heapOf(pulses.apricot, 8),
  olives: heapOf(vegetables.olive, 7),
  eggplant: heapOf(vegetables.eggplantPiece, 5),
  bamboo: bundleOf(vegetables.bambooShoot, 5),
  'water-chestnuts': heapOf(vegetables.waterChestnut, 7),
  rice: heapOf(grains.whiteRice, 9),
  'brown-rice': heapOf(grains.looseRice, 4),
  eggs: heapOf(fish.eggHalf, 2),
  'egg-ribbons': heapOf(fish.eggRibbon, 7),
};

type DrawTopping = (sheet: Sheet, over: PlateArea, beside: Spot) => void;

const strewnOver =
  (piece: Piece | readonly Piece[], count: number): DrawTopping =>
  (sheet, over) =>
    heap(sheet, piece, over, count);

const besides =
  (piece: Piece, turn = -35): DrawTopping =>
  (sheet, _over, beside) =>
    sheet.put(piece, beside, turn);

/** A thin line to and fro. */
const drizzle =
  (colour: string, edge: string): DrawTopping =>
  (sheet, { x, y, rx, ry }) => {
    const at = (part: number, side: number) => `${fine(x + rx * part)} ${fine(y + ry * side)}`;
    const d = `M${at(-0.8, 0.1)}Q${at(-0.7, -0.9)} ${at(-0.45, -0.2)}T${at(-0.1, -0.1)}T${at(0.25, -0.2)}T${at(0.6, -0.1)}T${at(0.85, 0.2)}M${at(-0.55, 0.55)}Q${at(-0.2, 0.1)} ${at(0.1, 0.5)}T${at(0.6, 0.5)}`;
    sheet.add(line(d, edge, 4.4, 0.5) + line(d, colour, 3.2));
  };

const creamSwirl: DrawTopping = (sheet, { x, y, rx }) => {
  const r = fine(rx * 0.5);
  const d = `M${fine(x - rx * 0.5)} ${fine(y + 4)}a${r} ${r} 0 0 1 ${fine(rx)} -3M${fine(x - rx * 0.2)} ${fine(y + 8)}a${fine(rx * 0.3)} ${fine(rx * 0.3)} 0 0 0 ${fine(rx * 0.75)} -4`;
  sheet.add(line(d, '#fff8ea', 3, 0.95));
};

const DRAW_TOPPING: Record<ToppingKind, DrawTopping> = {
  yoghurt: besides(toppingPieces.yoghurt, 0),
  tahini: drizzle('#fbeecb', '#a98a4c'),
  cream: creamSwirl,
  salsa: besides(toppingPieces.salsa, 20),
  'green-salsa': besides(toppingPieces.greenSalsa, 20),
  parmesan: strewnOver(toppingPieces.parmesan, 7),
  'grated-cheese': strewnOver(toppingPieces.gratedCheese, 22),
  crumbs: strewnOver(toppingPieces.crumbs, 3),
  peanuts: strewnOver(toppingPieces.crushedPeanut, 3),
  cashews: strewnOver(toppingPieces.cashew, 8),
  almonds: strewnOver(toppingPieces.almond, 9),
  walnuts: strewnOver(toppingPieces.walnut, 7),
  'pumpkin-seeds': strewnOver(toppingPieces.pumpkinSeed, 12),
  sesame: strewnOver([toppingPieces.sesame, toppingPieces.sesame, toppingPieces.blackSesame], 4),
  'mustard-seeds': strewnOver(toppingPieces.mustardSeed, 3),
  caraway: (sheet, over, beside) => {
    heap(sheet, toppingPieces.caraway, over, 3);
    sheet.put(toppingPieces.paprika, beside);
  },
  'toasted-rice': strewnOver(toppingPieces.toastedRice, 3),
  capers: strewnOver(caper, 10),
  olives: strewnOver(olive, 6),
  rosemary: strewnOver(sized(leaves.rosemarySprig, 0.85), 2),
  thyme: strewnOver(leaves.thymeSprig, 3),
  dill: strewnOver(sized(leaves.dillSprig, 0.7), 3),
  basil: strewnOver(leaves.basilLeaf, 4),
  mint: strewnOver(leaves.mintLeaf, 5),
  parsley: strewnOver(sized(leaves.parsleyLeaf, 0.72), 8),
  coriander: strewnOver(sized(leaves.corianderLeaf, 0.85), 6),
  'spring-onion': strewnOver(leaves.springOnionRing, 11),
  chilli: strewnOver(toppingPieces.chilliRing, 5),
  lime: besides(toppingPieces.limeWedge),
  lemon: besides(toppingPieces.lemonWedge),
};
