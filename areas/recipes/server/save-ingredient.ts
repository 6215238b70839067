import { eq, sql } from 'drizzle-orm';
import type {
  IngredientChange,
  IngredientReply,
  IngredientSent,
  RecipeBookReply,
} from '#areas/recipes/calls/recipe-book.ts';
import { ALLERGENS, type Allergen } from '#areas/needs/rules/allergens.ts';
import { stockRuleOf } from '#areas/menu/rules/storage-advice.ts';
import { NUTRIENTS, type Nutrients, checkFigures } from '#areas/menu/rules/nutrition.ts';
import {
  refuseUnlikely,
  refuseStale,
  toIngredientReply,
  type BookContext,
  saveInBook,
} from './save-in-book.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { assertDefined, InvalidRequest, NotFound } from '#platform/server/errors.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  type IngredientRow,
  ingredients,
  supplierPacks,
} from '#areas/menu/server/tables/recipes.ts';
import { isLoss, LOSS_MESSAGE, isNameTaken } from '#areas/recipes/server/save-component.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

/** Throws InvalidRequest with every wrong field, and Conflict `unlikely_figures`. */
export async function createIngredient(
  context: BookContext,
  staff: StaffMember,
  { checked, ...sent }: IngredientSent,
): Promise<IngredientReply> {
  return context.db.transaction(async (tx) => {
    await refuseWrong(tx, sent, null);
    refuseUnlikely(checkFigures(sent).asked, checked);
    const [row] = await tx
      .insert(ingredients)
      .values({
        ...sent,
        ...valuesOf(sent),
        ...checkedBy(context, staff, sent, null),
        figuresVouchedBy: vouchedBy(staff, sent),
      })
      .returning();
    const ingredient = assertDefined(row, 'the stored ingredient');
    await recordChange(tx, context, {
      staff,
      action: 'ingredient.create',
      entityId: ingredient.id,
      after: ingredient,
    });
    return toIngredientReply({ ...ingredient, pack: null });
  });
}

/** Throws NotFound, InvalidRequest, and Conflict `changed_meanwhile`, `unlikely_figures` or `allergens_differ`. */
export async function updateIngredient(
  context: BookContext,
  staff: StaffMember,
  id: number,
  { settle, version, checked, ...sent }: IngredientChange,
): Promise<RecipeBookReply> {
  return saveInBook(context, staff, settle, async (tx, book) => {
    const before = book.ingredients.get(id);
    if (!before || before.archivedAt) throw new NotFound('This ingredient');
    await refuseStale(tx, { entity: 'ingredient', id }, before, version);
    await refuseWrong(tx, sent, id);
    // What stays was asked about before.
    const hasOthers = NUTRIENTS.some((nutrient) => sent[nutrient] !== before[nutrient]);
    if (hasOthers) refuseUnlikely(checkFigures(sent).asked, checked);
    const [after] = await tx
      .update(ingredients)
      .set({
        ...sent,
        ...valuesOf(sent),
        ...checkedBy(context, staff, sent, before),
        ...(hasOthers && { figuresVouchedBy: vouchedBy(staff, sent) }),
        // By another rule, what is there is counted again.
        ...(stockRuleOf({ ...before, ...sent }) !== stockRuleOf(before) && {
          stockCountedAt: null,
        }),
        version: sql`${ingredients.version} + 1`,
      })
      .where(eq(ingredients.id, id))
      .returning();
    if (after && saysOtherwise(before, after)) await noteLabelsRead(tx, id);
    await recordChange(tx, context, {
      staff,
      action: 'ingredient.update',
      entityId: id,
      before,
      after,
    });
    return { ingredientIds: [id] };
  });
}

/** Anyone who changes what is in it has a label in their hand. */
function saysOtherwise(before: IngredientRow, after: IngredientRow): boolean {
  return (
    before.contains?.join() !== after.contains?.join() ||
    before.mayContain.join() !== after.mayContain.join() ||
    before.labelParts !== after.labelParts
  );
}

async function noteLabelsRead(tx: Transaction, ingredientId: number): Promise<void> {
  await tx
    .update(supplierPacks)
    .set({ isLabelRead: true })
    .where(eq(supplierPacks.ingredientId, ingredientId));
}

type Sent = Omit<IngredientChange, 'settle' | 'version' | 'checked'>;

async function refuseWrong(tx: Transaction, sent: Sent, id: number | null): Promise<void> {
  const problems = {
    ...((await isNameTaken(tx, ingredients, sent.name, id)) && {
      name: 'There is already an ingredient with this name.',
    }),
    ...(!isLoss(sent.lossBp) && { lossBp: LOSS_MESSAGE }),
    ...checkFigures(sent).refused,
  };
  if (Object.keys(problems).length > 0) throw new InvalidRequest(problems);
}

function valuesOf(sent: Sent) {
  const name = sent.name.trim();
  return {
    name,
    labelName: sent.labelName.trim() || name.toLowerCase(),
    contains: inLegalOrder(sent.contains),
    mayContain: inLegalOrder(sent.mayContain),
  };
}

function inLegalOrder<List extends readonly Allergen[] | null>(list: List) {
  return (list && ALLERGENS.filter((allergen) => list.includes(allergen))) as
    | Allergen[]
    | (List extends null ? null : never);
}

/** Who says that unlikely figures are as the pack has them; null: they are likely. */
export function vouchedBy(staff: StaffMember, figures: Nutrients): string | null {
  return Object.keys(checkFigures(figures).asked).length > 0 ? staff.email : null;
}

/** Who says what is in it: anyone who changed that last. */
function checkedBy(
  { clock }: BookContext,
  staff: StaffMember,
  sent: Sent,
  before: IngredientRow | null,
): Pick<IngredientRow, 'checkedAt' | 'checkedBy'> {
  const said = inLegalOrder(sent.contains);
  if (said === null) return { checkedAt: null, checkedBy: null };
  if (before?.checkedAt && said.join() === before.contains?.join()) {
    return { checkedAt: before.checkedAt, checkedBy: before.checkedBy };
  }
  return { checkedAt: new Date(clock()), checkedBy: staff.email };
}
