/** Vegetables, fruit and eggs beside the main part. */
import { type PlateArea, bundle, heap, row } from './arrange.ts';
import * as fish from '#areas/menu/web/fish-and-soy.ts';
import * as grains from '#areas/menu/web/grains.ts';
import * as leaves from '#areas/menu/web/leaves.ts';
import * as pulses from '#areas/menu/web/pulses-and-fruit.ts';
import * as vegetables from '#areas/menu/web/vegetables.ts';
import type { SideKind } from '#areas/menu/web/read-sides.ts';
import { type Piece, type Sheet, sized } from './sheet.ts';

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

export const DRAW_SIDE: Record<SideKind, DrawSide> = {
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
