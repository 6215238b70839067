import { isDeepStrictEqual } from 'node:util';
import {
  type SentMeal,
  MealChangeFields,
  type MealRequest,
  StaffMealReply,
} from '#areas/menu/calls/meals.ts';
import { mealFactsFrom, mealProblems } from '#areas/menu/calls/meal-facts.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { type MealRow, meals } from '#areas/menu/server/tables/meals.ts';
import { getMealForChange, isMealImageKept, toStaffMealReply } from './meal-queries.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { listChanges, recordChange } from '#platform/server/audit/audit.ts';
import { readChange } from '#platform/server/http/read-request.ts';
import { Conflict, InvalidRequest, assertDefined } from '#platform/server/errors.ts';
import { eq, sql, and, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { recipeVersions, components } from '#areas/menu/server/tables/recipes.ts';
import type { StoredBook } from '#areas/menu/server/load-recipe-book.ts';
import type { MealWithRecipe } from '#areas/menu/rules/meal-fields.ts';
import { mealAtOdds } from '#areas/needs/rules/gate/meal-truth.ts';
import { parseMealImageUrl } from '#areas/menu/rules/meal-picture.ts';
import { numberedSlug } from '#areas/menu/rules/meal.ts';

/** Runs in the transaction that stores the meal, after it. */
type OnChange = (tx: Transaction, change: { before: MealRow; after: MealRow }) => Promise<void>;

/**
 * Stores a submitted meal; `version`, when given, must still be the meal's. Submitting an unchanged meal does nothing.
 * Throws NotFound, InvalidRequest, Conflict.
 */
export async function updateMeal(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  id: number,
  { version, ...body }: SentMeal,
  onChange: OnChange,
): Promise<StaffMealReply> {
  const updated = await context.db.transaction(async (tx) => {
    const meal = await getMealForChange(tx, id);
    if (version !== undefined && version !== meal.version) {
      return refuseStaleMeal(tx, meal, version);
    }
    const reply = toStaffMealReply(meal);
    const sent = readChange(body, reply, MealChangeFields);
    if (sent === null) return reply;
    const values = await checkSentMeal(tx, sent, meal);
    if (isDeepStrictEqual({ ...meal, ...values }, meal)) return reply;
    const changed = await changeMeal(tx, context, staff, meal, { action: 'meal.update', values });
    await onChange(tx, { before: meal, after: { ...meal, ...values, version: changed.version } });
    return changed;
  });
  context.site.renew();
  return updated;
}

/** Beyond this many changes since the meal was opened, they are not listed one by one. */
const CHANGES_LOOKED_AT = 50;

/** Throws the Conflict that says who changed the meal since `version`, and which fields. */
async function refuseStaleMeal(tx: Transaction, meal: MealRow, version: number): Promise<never> {
  const { changes } = await listChanges(tx, {
    entity: 'meal',
    entityId: String(meal.id),
    limit: CHANGES_LOOKED_AT,
  });
  const current = toStaffMealReply(meal);
  const seen = changes
    .map((change) => StaffMealReply.safeParse(change.before).data)
    .find((before) => before?.version === version);
  const changedBy = changes[0]?.staffEmail ?? null;
  const changedFields = seen ? differingFields(seen, current) : [];
  const what = changedFields.length > 0 ? ` (${changedFields.join(', ')})` : '';
  throw new Conflict(
    'stale_version',
    `${changedBy ?? 'Someone'} changed this meal since you opened it${what}. Check it and try again.`,
    { changedBy, changedFields, meal: current },
  );
}

function differingFields(seen: StaffMealReply, current: StaffMealReply): string[] {
  return Object.entries(current)
    .filter(([field, value]) => !isDeepStrictEqual(value, seen[field as keyof StaffMealReply]))
    .map(([field]) => field)
    .filter((field) => field !== 'version');
}

type MealChange = {
  action: 'meal.update' | 'meal.archive' | 'meal.restore';
  values: Partial<typeof meals.$inferInsert>;
};

/** Stores a change of a locked meal as its next version, and who made it; `staff` null: the system. */
export async function changeMeal(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  staff: StaffMember | null,
  meal: MealRow,
  { action, values }: MealChange,
): Promise<StaffMealReply> {
  const [row] = await tx
    .update(meals)
    .set({ ...values, version: sql`${meals.version} + 1` })
    .where(eq(meals.id, meal.id))
    .returning();
  if (!row) throw new Error(`meal ${meal.id} disappeared while it was locked`);
  const after = toStaffMealReply(row);
  await recordChange(tx, context, {
    staff,
    action,
    entityId: meal.id,
    before: toStaffMealReply(meal),
    after,
  });
  return after;
}

export type RecipeOwner = { componentId: number } | { mealId: number };

/** Keeps recipes as the book has them, each under its version. `by` null: they came with the sample menu. */
export async function recordVersions(
  tx: Transaction,
  book: StoredBook,
  owners: readonly RecipeOwner[],
  { at, by }: { at: Instant; by: string | null },
): Promise<void> {
  if (owners.length === 0) return;
  await tx.insert(recipeVersions).values(
    owners.map((owner) => {
      const recipe =
        'componentId' in owner
          ? book.components.get(owner.componentId)
          : book.meals.get(owner.mealId);
      const body = assertDefined(recipe, 'a recipe to keep a version of');
      return { ...owner, version: body.version, body, at: new Date(at), by };
    }),
  );
}

/**
 * What to store for a submitted meal; `kept` is the meal it changes. A new one that is at odds with itself is a draft.
 * Throws InvalidRequest with every wrong field.
 */
export async function checkSentMeal(
  tx: Transaction,
  sent: MealRequest,
  kept?: MealRow,
): Promise<MealWithRecipe> {
  const asSent = mealFactsFrom(sent, kept);
  const isDraft = kept === undefined && mealAtOdds(asSent).length > 0;
  const facts = isDraft ? { ...asSent, isActive: false } : asSent;
  const uploaded = parseMealImageUrl(facts.imageUrl ?? '');
  const problems = {
    ...mealProblems(facts),
    ...(uploaded &&
      !(await isMealImageKept(tx, uploaded)) && {
        imageUrl: 'This picture is no longer stored. Please upload it again.',
      }),
  };
  if (Object.keys(problems).length > 0) throw new InvalidRequest(problems);
  return facts;
}

/** Stores a new meal and records that it was added. */
export async function addMeal(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  staff: StaffMember,
  action: 'meal.create' | 'meal.duplicate' | 'meal.import',
  values: Omit<typeof meals.$inferInsert, 'slug'>,
): Promise<StaffMealReply> {
  const row = await insertMeal(tx, { ...values, createdAt: new Date(context.clock()) });
  const after = toStaffMealReply(row);
  await recordChange(tx, context, { staff, action, entityId: row.id, after });
  return after;
}

/** Under the first slug of its name that no meal has, archived ones included. */
async function insertMeal(
  tx: Transaction,
  values: Omit<typeof meals.$inferInsert, 'slug'>,
): Promise<MealRow> {
  for (let count = 1; ; count += 1) {
    // Waits for anyone who is storing a meal under the same slug.
    const [row] = await tx
      .insert(meals)
      .values({ ...values, slug: numberedSlug(values.name, count) })
      .onConflictDoNothing({ target: meals.slug })
      .returning();
    if (row) return row;
  }
}

/**
 * What the recipes of these meals are cooked from comes off the archive with them, through any number of components. Throws
 * Conflict `name_taken` when another component has the name by now.
 */
export async function bringBackComponents(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  staff: StaffMember,
  mealIds: readonly number[],
): Promise<void> {
  if (mealIds.length === 0) return;
  const { rows: needed } = await tx.execute<{ id: number }>(sql`
    with recursive needed as (
      select uses_component_id as id from recipe_lines where meal_id in ${mealIds} and uses_component_id is not null
      union
      select line.uses_component_id from recipe_lines line join needed on line.component_id = needed.id
      where line.uses_component_id is not null)
    select id from needed`);
  const ids = needed.map(({ id }) => id);
  if (ids.length === 0) return;
  const archived = await tx
    .select({ id: components.id, name: components.name })
    .from(components)
    .where(and(inArray(components.id, ids), isNotNull(components.archivedAt)))
    .for('update');
  if (archived.length === 0) return;
  const names = archived.map(({ name }) => name.toLowerCase());
  const [taken] = await tx
    .select({ name: components.name })
    .from(components)
    .where(and(inArray(sql`lower(${components.name})`, names), isNull(components.archivedAt)));
  if (taken) {
    const message = `There is another component called “${taken.name}” by now. Rename it first.`;
    throw new Conflict('name_taken', message);
  }
  for (const { id, name } of archived) {
    await tx.update(components).set({ archivedAt: null }).where(eq(components.id, id));
    const action = 'component.restore';
    await recordChange(tx, context, { staff, action, entityId: id, after: { name } });
  }
}
