/** A recipe as someone edits it: quantities as they type them. */
import type {
  ComponentChange,
  ComponentReply,
  LineSent,
  IngredientReply,
} from '#areas/recipes/calls/recipe-book.ts';
import { type BaseUnit, convert, type InputUnit, toBase } from '#areas/menu/rules/units.ts';
import type { BookLine, RecipeBook } from '#areas/menu/rules/recipe/recipe-book.ts';
import { NUTRIENTS } from '#areas/menu/rules/recipe/nutrition.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';

export type LineDraft = {
  /** Of this row on screen. */
  key: number;
  /** "ingredient 12" or "component 3"; empty: not chosen yet. */
  used: string;
  amount: string;
  unit: InputUnit;
  lossBp: number | null;
  prep: string;
};

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

export function usedOf(line: BookLine): string {
  return 'ingredientId' in line
    ? `ingredient ${line.ingredientId}`
    : `component ${line.componentId}`;
}

type Used = { kind: 'ingredient' | 'component'; id: number };

export function parseUsed(used: string): Used | null {
  const [kind, id] = used.split(' ');
  if (kind !== 'ingredient' && kind !== 'component') return null;
  return { kind, id: Number(id) };
}

function findUsed(used: string, book: RecipeBook) {
  const parsed = parseUsed(used);
  if (!parsed) return null;
  return (parsed.kind === 'ingredient' ? book.ingredients : book.components).get(parsed.id) ?? null;
}

export function baseUnitOf(used: string, book: RecipeBook): BaseUnit {
  return findUsed(used, book)?.baseUnit ?? 'g';
}

export function draftLines(lines: readonly BookLine[], book: RecipeBook): LineDraft[] {
  return lines.map((line, key) => ({
    key,
    used: usedOf(line),
    amount: String(line.qty),
    unit: baseUnitOf(usedOf(line), book),
    lossBp: line.lossBp,
    prep: line.prep ?? '',
  }));
}

/** What can be counted of a draft: lines that are not filled in yet count for nothing. */
export function countedLines(drafts: readonly LineDraft[], book: RecipeBook): BookLine[] {
  return drafts.flatMap((draft): BookLine[] => {
    const parsed = parseUsed(draft.used);
    const used = findUsed(draft.used, book);
    if (!parsed || !used) return [];
    const weights = { gramsPer100Pieces: null, ...used };
    const found = toBase(draft.amount.trim(), draft.unit, used.baseUnit, weights);
    if ('error' in found) return [];
    const { lossBp } = draft;
    return parsed.kind === 'ingredient'
      ? [{ ingredientId: parsed.id, qty: found.qty, lossBp }]
      : [{ componentId: parsed.id, qty: found.qty, lossBp }];
  });
}

/** Rows in which nothing was chosen are left out. */
export function sentLines(drafts: readonly LineDraft[]): LineSent[] {
  return drafts.flatMap(({ used, amount, unit, lossBp, prep }): LineSent[] => {
    const parsed = parseUsed(used);
    if (!parsed) return [];
    const line = { amount, unit, lossBp, prep };
    return parsed.kind === 'ingredient'
      ? [{ ingredientId: parsed.id, ...line }]
      : [{ componentId: parsed.id, ...line }];
  });
}

/** A component as it is stored, to send it back with something changed. */
export function componentToSend(
  { id: _id, baseUnit, potQty, lines, ...fields }: ComponentReply,
  book: RecipeBook,
): ComponentChange {
  return {
    ...fields,
    pot: { amount: String(potQty), unit: baseUnit },
    lines: sentLines(draftLines(lines, book)),
    settle: [],
  };
}

/** Null: no amount yet, or nobody has weighed it. */
export function gramsOfPot(
  pot: string,
  unit: InputUnit,
  { baseUnit, gramsPerLitre }: Pick<ComponentReply, 'baseUnit' | 'gramsPerLitre'>,
): number | null {
  const weights = { gramsPerLitre, gramsPer100Pieces: null };
  const found = toBase(pot.trim(), unit, baseUnit, weights);
  return 'qty' in found ? convert(found.qty, baseUnit, 'g', weights) : null;
}

/** An ingredient as someone edits it. */
export const WEIGHTS = [
  ['gramsPerLitre', 'A litre weighs, g'],
  ['gramsPer100Pieces', '100 pieces weigh, g'],
] as const;

export const FIGURE_NAMES = {
  kilojoules: 'Energy, kJ',
  proteinGrams: 'Protein, g',
  fatGrams: 'Fat, g',
  saturatedFatGrams: 'Saturated fat, g',
  carbsGrams: 'Carbs, g',
  sugarsGrams: 'Sugars, g',
  sodiumMg: 'Sodium, mg',
} as const satisfies Record<(typeof NUTRIENTS)[number], string>;

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
  kilojoules: null,
  proteinGrams: null,
  fatGrams: null,
  saturatedFatGrams: null,
  carbsGrams: null,
  sugarsGrams: null,
  sodiumMg: null,
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
export type NumberTexts = Record<(typeof NUMBER_FIELDS)[number], string>;

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
  const values = Object.fromEntries(NUMBER_FIELDS.map((field) => [field, read(field)])) as Record<
    keyof NumberTexts,
    number | null
  >;
  return { values, problems };
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
