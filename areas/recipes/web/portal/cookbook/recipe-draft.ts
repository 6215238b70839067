import type {
  ComponentChange,
  ComponentReply,
  IngredientReply,
  LineSent,
} from '#areas/recipes/calls/recipe-book.ts';
import {
  type BaseUnit,
  convert,
  type InputUnit,
  toBase,
  quantityMessage,
  readQuantity,
} from '#areas/menu/rules/units.ts';
import type { RecipeBook, BookLine } from '#areas/menu/rules/recipe-book.ts';
import { NUTRIENTS, NO_NUTRIENTS } from '#areas/menu/rules/nutrition.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import type { KnownFood, ReadLine } from '#areas/recipes/rules/read-lines.ts';
import { MOST_LOSS_BP, type LineToScale } from '#areas/menu/rules/recipe.ts';

/** Units that an ingredient or component can be stated in, its own first. */
export function unitsFor(base: BaseUnit): InputUnit[] {
  switch (base) {
    case 'g':
      return ['g', 'kg', 'ml', 'l', 'tsp', 'tbsp', 'cup', 'piece', 'dozen'];
    case 'ml':
      return ['ml', 'l', 'tsp', 'tbsp', 'cup', 'g', 'kg'];
    case 'piece':
      return ['piece', 'dozen', 'g', 'kg'];
  }
}

/** A component as it is stored, to send it back with something changed. */
export function componentToSend(
  { id: _id, baseUnit, potQty, lines, ...fields }: ComponentReply,
  book: RecipeBook,
): ComponentChange {
  return {
    ...fields,
    pot: { amount: String(potQty), unit: baseUnit },
    lines: sentLines(draftLines(lines, book), book),
    settle: [],
  };
}

type Measured = Pick<ComponentReply, 'baseUnit' | 'gramsPerLitre'>;

/** In base units; null: no amount yet. */
export function qtyOfPot(
  pot: string,
  unit: InputUnit,
  { baseUnit, gramsPerLitre }: Measured,
): number | null {
  const found = toBase(pot.trim(), unit, baseUnit, { gramsPerLitre, gramsPer100Pieces: null });
  return 'qty' in found ? found.qty : null;
}

/** Null: no amount yet, or nobody has weighed it. */
export function gramsOfPot(pot: string, unit: InputUnit, measured: Measured): number | null {
  const qty = qtyOfPot(pot, unit, measured);
  const { baseUnit, gramsPerLitre } = measured;
  return qty === null
    ? null
    : convert(qty, baseUnit, 'g', { gramsPerLitre, gramsPer100Pieces: null });
}

export const WEIGHTS = [
  ['gramsPerLitre', 'A litre weighs, g'],
  ['gramsPer100Pieces', '100 pieces weigh, g'],
] as const;

const NEW = {
  name: '',
  baseUnit: 'g' as BaseUnit,
  gramsPerLitre: null,
  gramsPer100Pieces: null,
  lossBp: 0,
  storeArea: 'dry' as const,
  isBought: true,
  stockRule: null,
  reserveQty: null,
  labelName: '',
  labelParts: '',
  contains: null,
  mayContain: [],
  nutrientSource: '',
  ...NO_NUTRIENTS,
};

export type IngredientFields = Omit<
  IngredientReply,
  'id' | 'version' | 'checkedAt' | 'figuresVouchedBy' | 'pack'
>;

export function ingredientFieldsOf(ingredient: IngredientReply | null): IngredientFields {
  if (ingredient === null) return NEW;
  const {
    id: _id,
    version: _version,
    checkedAt: _at,
    figuresVouchedBy: _by,
    pack: _pack,
    ...fields
  } = ingredient;
  return fields;
}

const NUMBER_FIELDS = ['gramsPerLitre', 'gramsPer100Pieces', ...NUTRIENTS] as const;
type NumberTexts = Record<(typeof NUMBER_FIELDS)[number], string>;

export function numberTextsOf(fields: IngredientFields): NumberTexts {
  return Object.fromEntries(
    NUMBER_FIELDS.map((field) => [field, String(fields[field] ?? '')]),
  ) as NumberTexts;
}

/** Blank is not known. What is no number is a problem: "1,5" must not become “not known”. */
export function readNumbers(texts: NumberTexts): {
  values: Record<keyof NumberTexts, number | null>;
  problems: FieldErrors;
} {
  const problems: FieldErrors = {};
  const read = (field: keyof NumberTexts) => {
    const typed = texts[field].trim();
    if (typed === '') return null;
    if (!isNumber(typed)) problems[field] = NUMBER_MESSAGE;
    return Number(typed);
  };
  const values = Object.fromEntries(NUMBER_FIELDS.map((field) => [field, read(field)]));
  return { values: values as Record<keyof NumberTexts, number | null>, problems };
}

const NUMBER_MESSAGE = 'Enter a number with a point, such as 1.5.';

function isNumber(typed: string): boolean {
  return /^\d+(\.\d+)?$/.test(typed.trim());
}

/** By field; `loss` is a percentage. */
export function numberProblems(texts: NumberTexts, loss: string): FieldErrors {
  return {
    ...readNumbers(texts).problems,
    ...(!isNumber(loss) && { lossBp: NUMBER_MESSAGE }),
  };
}

export type LineDraft = {
  /** For this row on screen. */
  key: number;
  /** "ingredient 12" or "component 3"; empty: nothing is chosen. */
  used: string;
  name: string;
  /** "1.5 kg", "2 tbsp", "3". */
  amount: string;
  /** Percent; empty: the ingredient's. */
  loss: string;
  prep: string;
};

const BLANK = { used: '', name: '', amount: '', loss: '', prep: '' };

type Used = { ingredientId: number } | { componentId: number };

function parseUsed(used: string): Used | null {
  const [kind, id] = used.split(' ');
  if (kind === 'ingredient') return { ingredientId: Number(id) };
  return kind === 'component' ? { componentId: Number(id) } : null;
}

function usedOf(line: BookLine): string {
  return 'ingredientId' in line
    ? `ingredient ${line.ingredientId}`
    : `component ${line.componentId}`;
}

function findUsed(used: string, { ingredients, components }: RecipeBook) {
  const id = parseUsed(used);
  if (!id) return null;
  return 'ingredientId' in id
    ? (ingredients.get(id.ingredientId) ?? null)
    : (components.get(id.componentId) ?? null);
}

/** Ingredients and components together. `ofComponent`: a component cannot use itself. */
export function knownFoods(
  book: { reply: { ingredients: readonly Named[]; components: readonly Named[] } },
  ofComponent: number | null,
): KnownFood[] {
  const { ingredients, components } = book.reply;
  return [
    ...ingredients.map(({ id, name }) => ({ used: `ingredient ${id}`, name })),
    ...components
      .filter(({ id }) => id !== ofComponent)
      .map(({ id, name }) => ({ used: `component ${id}`, name })),
  ];
}

type Named = { id: number; name: string };

/** For none a blank one, to begin with. */
export function draftLines(lines: readonly BookLine[], book: RecipeBook): LineDraft[] {
  if (lines.length === 0) return [blankLine([])];
  return lines.map((line, key) => {
    const used = usedOf(line);
    const food = findUsed(used, book);
    return {
      key,
      used,
      name: food?.name ?? '',
      amount: amountText(line.qty, food?.baseUnit ?? 'g'),
      loss: line.lossBp === null ? '' : String(line.lossBp / 100),
      prep: line.prep ?? '',
    };
  });
}

/** "1280 g", "3". */
export function amountText(qty: number, unit: BaseUnit): string {
  return unit === 'piece' ? String(qty) : `${qty} ${unit}`;
}

export function blankLine(lines: readonly LineDraft[]): LineDraft {
  return { ...BLANK, key: Math.max(-1, ...lines.map(({ key }) => key)) + 1 };
}

/** What was pasted into a row: in its place if nothing stands there, or after it. */
export function withPasted(
  lines: readonly LineDraft[],
  at: number,
  pasted: readonly ReadLine[],
): LineDraft[] {
  const next = blankLine(lines).key;
  const rows = pasted.map((line, index) => ({ ...BLANK, ...line, key: next + index }));
  const row = lines[at];
  const isTaken = row !== undefined && !isBlank(row);
  return [...lines.slice(0, isTaken ? at + 1 : at), ...rows, ...lines.slice(at + 1)];
}

export function isBlank({ used, name, amount, prep }: LineDraft): boolean {
  return used === '' && `${name}${amount}${prep}`.trim() === '';
}

/** The loss that a line has if nobody enters one: "12%". */
export function usualLoss({ used }: LineDraft, book: RecipeBook): string {
  const food = findUsed(used, book);
  return `${food !== null && 'lossBp' in food ? food.lossBp / 100 : 0}%`;
}

function inUnits({ used, amount }: LineDraft, book: RecipeBook) {
  const read = readQuantity(amount);
  const unit: InputUnit = read?.unit ?? findUsed(used, book)?.baseUnit ?? 'g';
  return read && { amount: read.amount, unit };
}

/** Hundredths of a percent; null: the ingredient's own. NaN: no such loss. */
function lossBpOf({ loss }: LineDraft): number | null {
  const typed = loss.trim().replace(/\s*%$/, '');
  if (typed === '') return null;
  const lossBp = /^\d+(\.\d+)?$/.test(typed) ? Math.round(Number(typed) * 100) : Number.NaN;
  return lossBp <= MOST_LOSS_BP ? lossBp : Number.NaN;
}

/** In whole base units; null: it is not filled in yet. */
export function countedLine(draft: LineDraft, book: RecipeBook): LineToScale | null {
  const used = findUsed(draft.used, book);
  const typed = inUnits(draft, book);
  if (!used || !typed) return null;
  const weights = { gramsPer100Pieces: null, ...used };
  const found = toBase(typed.amount, typed.unit, used.baseUnit, weights);
  return 'error' in found ? null : { name: used.name, qty: found.qty, unit: used.baseUnit };
}

/** What can be counted of a draft: lines that are not filled in yet count for nothing. */
export function countedLines(drafts: readonly LineDraft[], book: RecipeBook): BookLine[] {
  return drafts.flatMap((draft): BookLine[] => {
    const parsed = parseUsed(draft.used);
    const found = countedLine(draft, book);
    if (!parsed || !found) return [];
    const lossBp = lossBpOf(draft);
    return [{ ...parsed, qty: found.qty, lossBp: Number.isNaN(lossBp) ? null : lossBp }];
  });
}

/** Without blank rows. To be sent once `lineProblems` has none. */
export function sentLines(drafts: readonly LineDraft[], book: RecipeBook): LineSent[] {
  return drafts.flatMap((draft): LineSent[] => {
    const parsed = parseUsed(draft.used);
    const typed = inUnits(draft, book);
    if (!parsed || !typed) return [];
    return [{ ...parsed, ...typed, lossBp: lossBpOf(draft), prep: draft.prep }];
  });
}

const AMOUNT_MESSAGE = 'Enter an amount such as 1.5 kg, 2 tbsp or 3.';

/** By field, as the server counts lines: without blank rows. */
export function lineProblems(drafts: readonly LineDraft[], book: RecipeBook): FieldErrors {
  const problems: FieldErrors = {};
  for (const [at, draft] of drafts.filter((each) => !isBlank(each)).entries()) {
    const { used, name } = draft;
    const food = findUsed(used, book);
    const typed = inUnits(draft, book);
    const weights = { gramsPerLitre: null, gramsPer100Pieces: null, ...food };
    const found = typed && toBase(typed.amount, typed.unit, food?.baseUnit ?? 'g', weights);
    if (food === null) problems[`lines.${at}`] = unknownMessage(name);
    if (found === null) problems[`lines.${at}.amount`] = AMOUNT_MESSAGE;
    else if (food && 'error' in found)
      problems[`lines.${at}.amount`] = quantityMessage(found.error, name);
    if (Number.isNaN(lossBpOf(draft)))
      problems[`lines.${at}.lossBp`] = `Enter 0 to ${MOST_LOSS_BP / 100}%.`;
  }
  return problems;
}

export function unknownMessage(name: string): string {
  return name.trim() === '' ? 'Choose what goes in.' : `“${name.trim()}” is not known yet.`;
}
