import { archiveFood, replaceFood } from '#areas/recipes/server/retire.ts';
import type { FastifyInstance } from 'fastify';
import * as tableCalls from '#areas/recipes/calls/food-table.ts';
import type { TakeFoodsRequest } from '#areas/recipes/calls/food-table.ts';
import * as calls from '#areas/recipes/calls/recipe-book.ts';
import type { RecipeBookReply } from '#areas/recipes/calls/recipe-book.ts';
import * as historyCalls from '#areas/recipes/calls/recipe-history.ts';
import { MOST_VERSIONS, type RecipeVersionsReply } from '#areas/recipes/calls/recipe-history.ts';
import type { Context } from '#platform/server/context.ts';
import { InvalidRequest, Conflict, NotFound } from '#platform/server/errors.ts';
import { withFileUpload } from '#platform/server/http/read-request.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import {
  loadRecipeBook,
  type StoredBook,
  type StoredIngredient,
} from '#areas/menu/server/load-recipe-book.ts';
import { toBookReply, type BookContext, saveInBook, refuseUnlikely } from './save-in-book.ts';
import { findFoods, previewFoodTable, nutrientsOf } from '#areas/recipes/server/food-table.ts';
import { createComponent, updateComponent } from '#areas/recipes/server/save-component.ts';
import { createMealByRecipe, saveMealRecipe } from '#areas/recipes/server/save-meal-recipe.ts';
import {
  createIngredient,
  updateIngredient,
  vouchedBy,
} from '#areas/recipes/server/save-ingredient.ts';
import { sql, eq, desc, inArray } from 'drizzle-orm';
import { checkFigures } from '#areas/menu/rules/nutrition.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { ingredients, recipeVersions } from '#areas/menu/server/tables/recipes.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { figureChanges, sourceOf } from '#areas/recipes/rules/food-table.ts';
import { type KeptRecipe, recipeChanges } from '#areas/menu/rules/recipe-changes.ts';
import { staff as staffTable } from '#platform/server/db/tables/staff.ts';
import type { RecipeOwner } from '#areas/menu/server/save-meal.ts';

export function registerRecipeRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, calls.readRecipeBook, async () => {
    const { business } = await context.site.current();
    return toBookReply(await loadRecipeBook(context.db), business);
  });
  staffRoute(app, calls.createIngredient, ({ body, staff }) =>
    createIngredient(context, staff, body),
  );
  staffRoute(app, calls.updateIngredient, ({ params, body, staff }) =>
    updateIngredient(context, staff, params.id, body),
  );
  staffRoute(app, calls.archiveIngredient, ({ params, staff }) =>
    archiveFood(context, staff, 'ingredient', params.id),
  );
  staffRoute(app, calls.replaceIngredient, ({ params, body, staff }) =>
    replaceFood(context, staff, 'ingredient', params.id, body),
  );
  staffRoute(app, calls.createComponent, ({ body, staff }) =>
    createComponent(context, staff, body),
  );
  staffRoute(app, calls.updateComponent, ({ params, body, staff }) =>
    updateComponent(context, staff, params.id, body),
  );
  staffRoute(app, calls.archiveComponent, ({ params, staff }) =>
    archiveFood(context, staff, 'component', params.id),
  );
  staffRoute(app, calls.saveMealRecipe, ({ params, body, staff }) =>
    saveMealRecipe(context, staff, params.id, body),
  );
  staffRoute(app, calls.createMealByRecipe, ({ body, staff }) =>
    createMealByRecipe(context, staff, body),
  );
  staffRoute(app, historyCalls.replaceComponent, ({ params, body, staff }) =>
    replaceFood(context, staff, 'component', params.id, body),
  );
  staffRoute(app, historyCalls.listComponentVersions, ({ params }) =>
    listKeptVersions(context, { componentId: params.id }),
  );
  staffRoute(app, historyCalls.listRecipeVersions, ({ params }) =>
    listKeptVersions(context, { mealId: params.id }),
  );
}

export function registerFoodTableRoutes(app: FastifyInstance, context: Context): void {
  const upload = { uploadName: 'The table', largestMb: tableCalls.LARGEST_TABLE_MB };
  withFileUpload(app, upload, (scope) => {
    staffRoute(scope, tableCalls.previewFoodTable, ({ query, reply }) =>
      previewFoodTable(context, fileOf(reply.request.body), query),
    );
    staffRoute(scope, tableCalls.findFoods, ({ query, reply }) =>
      findFoods(fileOf(reply.request.body), query),
    );
  });
  staffRoute(app, tableCalls.takeFoods, ({ body, staff }) => takeFoods(context, staff, body));
}

function fileOf(body: unknown): Buffer {
  if (!Buffer.isBuffer(body)) throw new InvalidRequest({ file: 'Choose a CSV file.' });
  return body;
}

type Chosen = TakeFoodsRequest['foods'][number];

/**
 * Gives ingredients the figures of the foods chosen for them, all or none; one that has them already stays as it is.
 * Throws InvalidRequest with every wrong food, and Conflict `changed_meanwhile` or `unlikely_figures`.
 */
async function takeFoods(
  context: BookContext,
  staff: StaffMember,
  { source, foods, checked: isChecked }: TakeFoodsRequest,
): Promise<RecipeBookReply> {
  return saveInBook(context, staff, [], async (tx, book) => {
    const { changes, unlikely } = checked(staff, foods, source, book);
    refuseUnlikely(unlikely, isChecked);
    for (const { before, values } of changes) {
      const [after] = await tx
        .update(ingredients)
        .set({ ...values, version: sql`${ingredients.version} + 1` })
        .where(eq(ingredients.id, before.id))
        .returning();
      await recordChange(tx, context, {
        staff,
        action: 'ingredient.update',
        entityId: before.id,
        before,
        after,
      });
    }
    // Figures change neither a recipe nor what a meal declares.
    return {};
  });
}

function checked(staff: StaffMember, foods: readonly Chosen[], source: string, book: StoredBook) {
  const fields: Record<string, string> = {};
  const unlikely: Record<string, string> = {};
  const stale: string[] = [];
  const seen = new Set<number>();
  const changes = foods.flatMap((food, at) => {
    const before = book.ingredients.get(food.ingredientId);
    if (!before || before.archivedAt) {
      fields[`foods.${at}.ingredientId`] = 'This ingredient is no longer on the list.';
      return [];
    }
    if (seen.has(before.id))
      fields[`foods.${at}.ingredientId`] = 'This ingredient is listed twice.';
    seen.add(before.id);
    const values = valuesOf(food, before, source);
    if (!values) return [];
    if (food.version !== before.version) stale.push(before.name);
    const figures = { ...nutrientsOf(before), ...values };
    const { refused, asked } = checkFigures(figures);
    const sayOf = (texts: object) => `${before.name}: ${Object.values(texts).join(' ')}`;
    if (Object.keys(refused).length > 0) fields[`foods.${at}`] = sayOf(refused);
    if (Object.keys(asked).length > 0) unlikely[`foods.${at}`] = sayOf(asked);
    return [{ before, values: { ...values, figuresVouchedBy: vouchedBy(staff, figures) } }];
  });
  if (Object.keys(fields).length > 0) throw new InvalidRequest(fields);
  if (stale.length > 0) {
    const message = `Changed since you read the table: ${stale.join(', ')}. Read it again.`;
    throw new Conflict('changed_meanwhile', message, { ingredients: stale });
  }
  return { changes, unlikely };
}

/** Null: it has all of this already. */
function valuesOf(
  { key, name, ingredientId: _id, version: _version, ...figures }: Chosen,
  before: StoredIngredient,
  source: string,
) {
  const kept = { nutrientSource: sourceOf(source, name), nutrientKey: key };
  const changed = figureChanges(nutrientsOf(before), figures);
  const isSame =
    changed.length === 0 &&
    kept.nutrientSource === before.nutrientSource &&
    kept.nutrientKey === before.nutrientKey;
  if (isSame) return null;
  return {
    ...kept,
    ...Object.fromEntries(changed.map(({ nutrient, after }) => [nutrient, after])),
  };
}

/** Newest first, each with what changed since the one before. Throws NotFound. */
async function listKeptVersions(
  { db }: Pick<Context, 'db'>,
  owner: RecipeOwner,
): Promise<RecipeVersionsReply> {
  const book = await loadRecipeBook(db);
  if ('componentId' in owner && !book.components.has(owner.componentId)) {
    throw new NotFound('This component');
  }
  if ('mealId' in owner && !book.meals.has(owner.mealId)) throw new NotFound('This recipe');
  const rows = await db
    .select()
    .from(recipeVersions)
    .where(
      'componentId' in owner
        ? eq(recipeVersions.componentId, owner.componentId)
        : eq(recipeVersions.mealId, owner.mealId),
    )
    .orderBy(desc(recipeVersions.version))
    .limit(MOST_VERSIONS + 1);
  const names = await namesOf(db, rows);
  return {
    versions: rows.slice(0, MOST_VERSIONS).map(({ version, at, by, body }, index) => {
      const before = rows[index + 1];
      return {
        version,
        at: at.toISOString(),
        by: by && (names.get(by) ?? 'someone'),
        changes: before ? recipeChanges(before.body as KeptRecipe, body as KeptRecipe, book) : null,
      };
    }),
    isCut: rows.length > MOST_VERSIONS,
  };
}

/** Names: anyone who cooks sees this, and email addresses are for those who keep the accounts. */
async function namesOf(
  db: Context['db'],
  rows: readonly { by: string | null }[],
): Promise<Map<string, string>> {
  const emails = [...new Set(rows.flatMap(({ by }) => by ?? []))];
  if (emails.length === 0) return new Map();
  const found = await db
    .select({
      email: staffTable.email,
      firstName: staffTable.firstName,
      lastName: staffTable.lastName,
    })
    .from(staffTable)
    .where(inArray(staffTable.email, emails));
  return new Map(
    found.map(({ email, firstName, lastName }) => [email, `${firstName} ${lastName}`.trim()]),
  );
}
