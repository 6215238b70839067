/** A recipe as someone edits it: quantities as they type them. */
import type { ComponentReply, LineSent } from '#areas/recipes/calls/recipe-book.ts';
import { type BaseUnit, convert, type InputUnit, toBase } from '#areas/menu/rules/units.ts';
import type { BookLine, RecipeBook } from '#areas/menu/rules/recipe/recipe-book.ts';

export type LineDraft = {
  /** Of this row on screen. */
  key: number;
  /** "ingredient 12" or "component 3"; empty: not chosen yet. */
  used: string;
  amount: string;
  unit: InputUnit;
  lossBp: number | null;
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
  return drafts.flatMap(({ used, amount, unit, lossBp }): LineSent[] => {
    const parsed = parseUsed(used);
    if (!parsed) return [];
    const line = { amount, unit, lossBp };
    return parsed.kind === 'ingredient'
      ? [{ ingredientId: parsed.id, ...line }]
      : [{ componentId: parsed.id, ...line }];
  });
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
