import { eq } from 'drizzle-orm';
import type { LineSent } from '#areas/recipes/calls/recipe-book.ts';
import { cycle } from '#areas/menu/rules/recipe/cycle.ts';
import type { BookLine } from '#areas/menu/rules/recipe/recipe-book.ts';
import { MOST_LOSS_BP } from '#areas/menu/rules/loss.ts';
import { quantityMessage, toBase } from '#areas/menu/rules/units.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { recipeLines } from '#areas/menu/server/tables/recipes.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import type { StoredBook } from '#areas/menu/server/load-recipe-book.ts';

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
    const { qty } = found;
    const { lossBp } = line;
    return 'ingredientId' in line
      ? [{ ingredientId: line.ingredientId, qty, lossBp }]
      : [{ componentId: line.componentId, qty, lossBp }];
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
      position,
    })),
  );
}
