import { and, eq, isNull, sql } from 'drizzle-orm';
import type {
  ComponentChange,
  ComponentSent,
  RecipeBookReply,
  LineSent,
} from '#areas/recipes/calls/recipe-book.ts';
import { convert, quantityMessage, toBase } from '#areas/menu/rules/units.ts';
import type { BookLine } from '#areas/menu/rules/recipe-book.ts';
import { linesGrams } from '#areas/menu/rules/derive-meal.ts';
import { checkComponent, yieldMessage } from '#areas/menu/rules/recipe-limits.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { assertDefined, InvalidRequest, NotFound, Conflict } from '#platform/server/errors.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  type ComponentRow,
  components,
  recipeLines,
  type ingredients,
  type suppliers,
} from '#areas/menu/server/tables/recipes.ts';
import type { StoredBook } from '#areas/menu/server/load-recipe-book.ts';
import { refuseStale, type BookContext, saveInBook } from './save-in-book.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { cycle, MOST_LOSS_BP } from '#areas/menu/rules/recipe.ts';

/** Throws InvalidRequest with every wrong field. */
export async function createComponent(
  context: BookContext,
  staff: StaffMember,
  { settle, baseUnit, ...sent }: ComponentSent,
): Promise<RecipeBookReply> {
  return saveInBook(context, staff, settle, async (tx, book) => {
    await refuseTakenName(tx, sent.name, null);
    const { values, lines } = checkSent(sent, baseUnit, book);
    const [row] = await tx
      .insert(components)
      .values({ ...values, baseUnit })
      .returning();
    const component = assertDefined(row, 'the stored component');
    await storeLines(tx, { componentId: component.id }, lines);
    await recordChange(tx, context, {
      staff,
      action: 'component.create',
      entityId: component.id,
      after: { ...component, lines },
    });
    return { componentIds: [component.id] };
  });
}

/** Throws NotFound, InvalidRequest, and Conflict `changed_meanwhile`, `circle` or `allergens_differ`. */
export async function updateComponent(
  context: BookContext,
  staff: StaffMember,
  id: number,
  { settle, version, ...sent }: ComponentChange,
): Promise<RecipeBookReply> {
  return saveInBook(context, staff, settle, async (tx, book) => {
    const before = book.components.get(id);
    if (!before || before.archivedAt) throw new NotFound('This component');
    await refuseStale(tx, { entity: 'component', id }, before, version);
    await refuseTakenName(tx, sent.name, id);
    const { values, lines } = checkSent(sent, before.baseUnit, book);
    refuseCircle(book, { id, name: values.name }, lines);
    const [row] = await tx
      .update(components)
      .set({ ...values, version: sql`${components.version} + 1` })
      .where(eq(components.id, id))
      .returning();
    await storeLines(tx, { componentId: id }, lines);
    await recordChange(tx, context, {
      staff,
      action: 'component.update',
      entityId: id,
      before,
      after: { ...row, lines },
    });
    return { componentIds: [id] };
  });
}

type Values = Omit<ComponentRow, 'id' | 'baseUnit' | 'version' | 'archivedAt' | 'createdAt'>;

function checkSent(
  { pot, lines: sentLines, name, ...sent }: Omit<ComponentChange, 'settle' | 'version'>,
  baseUnit: ComponentRow['baseUnit'],
  book: StoredBook,
): { values: Values; lines: BookLine[] } {
  const lines = checkLines(sentLines, book);
  const weights = { gramsPerLitre: sent.gramsPerLitre, gramsPer100Pieces: null };
  const found = toBase(pot.amount.trim(), pot.unit, baseUnit, weights);
  if ('error' in found) throw new InvalidRequest({ pot: quantityMessage(found.error, name) });
  const values = { ...sent, name: name.trim(), potQty: found.qty };
  const finished = convert(found.qty, baseUnit, 'g', weights);
  const yieldProblem = yieldMessage(linesGrams(lines, book), finished);
  const problems = {
    ...checkComponent(values),
    ...(yieldProblem !== null && { pot: yieldProblem }),
  };
  if (Object.keys(problems).length > 0) throw new InvalidRequest(problems);
  return { values, lines };
}

/** Whether another one in use, than that of `id`, has this name. */
export async function isNameTaken(
  tx: Transaction,
  table: typeof components | typeof ingredients | typeof suppliers,
  name: string,
  id: number | null,
): Promise<boolean> {
  const isNamed = eq(sql`lower(${table.name})`, name.trim().toLowerCase());
  const [taken] = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(isNamed, isNull(table.archivedAt)));
  return taken !== undefined && taken.id !== id;
}

async function refuseTakenName(tx: Transaction, name: string, id: number | null): Promise<void> {
  if (await isNameTaken(tx, components, name, id))
    throw new InvalidRequest({ name: 'There is already a component with this name.' });
}

export const LOSS_MESSAGE = `Loss must be from 0% to ${MOST_LOSS_BP / 100}%.`;

export function isLoss(lossBp: number | null): boolean {
  return lossBp === null || (lossBp >= 0 && lossBp <= MOST_LOSS_BP);
}

/** What was typed, in base units. Throws InvalidRequest with every wrong line. */
export function checkLines(sent: readonly LineSent[], book: StoredBook): BookLine[] {
  const problems: Record<string, string> = {};
  const lines = sent.flatMap((line, at): BookLine[] => {
    const used =
      'ingredientId' in line
        ? book.ingredients.get(line.ingredientId)
        : book.components.get(line.componentId);
    if (!used || used.archivedAt) {
      problems[`lines.${at}`] = 'This is no longer on the list. Choose another one.';
      return [];
    }
    if (!isLoss(line.lossBp)) problems[`lines.${at}.lossBp`] = LOSS_MESSAGE;
    const weights = { gramsPer100Pieces: null, ...used };
    const found = toBase(line.amount.trim(), line.unit, used.baseUnit, weights);
    if ('error' in found) {
      problems[`lines.${at}.amount`] = quantityMessage(found.error, used.name);
      return [];
    }
    const { amount: _amount, unit: _unit, prep, ...kept } = line;
    return [{ ...kept, qty: found.qty, ...(prep.trim() !== '' && { prep: prep.trim() }) }];
  });
  if (Object.keys(problems).length > 0) throw new InvalidRequest(problems);
  return lines;
}

/** Throws Conflict `circle` when the component would need itself, with the shortest way. */
export function refuseCircle(
  book: StoredBook,
  component: { id: number; name: string },
  lines: readonly BookLine[],
): void {
  const usedBy = (of: readonly BookLine[]) =>
    of.flatMap((line) => ('componentId' in line ? [line.componentId] : []));
  const uses = new Map([...book.components].map(([id, each]) => [id, usedBy(each.lines)]));
  const way = cycle(uses, { componentId: component.id, uses: usedBy(lines) });
  if (!way) return;
  const names = way.map((id) =>
    id === component.id ? component.name : (book.components.get(id)?.name ?? ''),
  );
  throw new Conflict('circle', `${component.name} would need itself: ${names.join(' > ')}.`, {
    way: names,
  });
}

/** Replaces all lines of a recipe. */
export async function storeLines(
  tx: Transaction,
  owner: { componentId: number } | { mealId: number },
  lines: readonly BookLine[],
): Promise<void> {
  await tx
    .delete(recipeLines)
    .where(
      'componentId' in owner
        ? eq(recipeLines.componentId, owner.componentId)
        : eq(recipeLines.mealId, owner.mealId),
    );
  await tx.insert(recipeLines).values(
    lines.map((line, position) => ({
      ...owner,
      ingredientId: 'ingredientId' in line ? line.ingredientId : null,
      usesComponentId: 'componentId' in line ? line.componentId : null,
      qty: line.qty,
      lossBp: line.lossBp,
      prep: line.prep ?? '',
      position,
    })),
  );
}
