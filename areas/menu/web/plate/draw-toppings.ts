/** The last touches. */
import { type PlateArea, heap } from './arrange.ts';
import { line } from './paint.ts';
import * as leaves from '#areas/menu/web/leaves.ts';
import * as toppings from '#areas/menu/web/toppings.ts';
import { caper, olive } from '#areas/menu/web/vegetables.ts';
import type { ToppingKind } from '#areas/menu/web/read-base.ts';
import { fine, type Piece, type Sheet, sized, type Spot } from './sheet.ts';

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

export const DRAW_TOPPING: Record<ToppingKind, DrawTopping> = {
  yoghurt: besides(toppings.yoghurt, 0),
  tahini: drizzle('#fbeecb', '#a98a4c'),
  cream: creamSwirl,
  salsa: besides(toppings.salsa, 20),
  'green-salsa': besides(toppings.greenSalsa, 20),
  parmesan: strewnOver(toppings.parmesan, 7),
  'grated-cheese': strewnOver(toppings.gratedCheese, 22),
  crumbs: strewnOver(toppings.crumbs, 3),
  peanuts: strewnOver(toppings.crushedPeanut, 3),
  cashews: strewnOver(toppings.cashew, 8),
  almonds: strewnOver(toppings.almond, 9),
  walnuts: strewnOver(toppings.walnut, 7),
  'pumpkin-seeds': strewnOver(toppings.pumpkinSeed, 12),
  sesame: strewnOver([toppings.sesame, toppings.sesame, toppings.blackSesame], 4),
  'mustard-seeds': strewnOver(toppings.mustardSeed, 3),
  caraway: (sheet, over, beside) => {
    heap(sheet, toppings.caraway, over, 3);
    sheet.put(toppings.paprika, beside);
  },
  'toasted-rice': strewnOver(toppings.toastedRice, 3),
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
  chilli: strewnOver(toppings.chilliRing, 5),
  lime: besides(toppings.limeWedge),
  lemon: besides(toppings.lemonWedge),
};
