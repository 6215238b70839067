import type { FastifyInstance } from 'fastify';
import * as tableCalls from '#contract/recipes/food-table.ts';
import * as calls from '#contract/recipes/recipe-book.ts';
import * as historyCalls from '#contract/recipes/recipe-history.ts';
import type { Context } from '#server/context.ts';
import { InvalidRequest } from '#server/errors.ts';
import { withFileUpload } from '#server/http/file-upload.ts';
import { staffRoute } from '#server/http/route.ts';
import { loadRecipeBook } from '#server/recipe-book/load-recipe-book.ts';
import { toBookReply } from '#server/recipes/book-reply.ts';
import { findFoods, previewFoodTable } from '#server/recipes/food-table/preview-food-table.ts';
import { takeFoods } from '#server/recipes/food-table/take-foods.ts';
import { listKeptVersions } from '#server/recipes/list-kept-versions.ts';
import { replaceComponent, replaceIngredient } from '#server/recipes/replace.ts';
import { archiveComponent, archiveIngredient } from '#server/recipes/retire.ts';
import { createComponent, updateComponent } from '#server/recipes/save-component.ts';
import { createIngredient, updateIngredient } from '#server/recipes/save-ingredient.ts';
import { saveMealRecipe } from '#server/recipes/save-meal-recipe.ts';

export function registerRecipeRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, calls.readRecipeBook, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
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
    archiveIngredient(context, staff, params.id),
  );
  staffRoute(app, calls.replaceIngredient, ({ params, body, staff }) =>
    replaceIngredient(context, staff, params.id, body),
  );
  staffRoute(app, calls.createComponent, ({ body, staff }) =>
    createComponent(context, staff, body),
  );
  staffRoute(app, calls.updateComponent, ({ params, body, staff }) =>
    updateComponent(context, staff, params.id, body),
  );
  staffRoute(app, calls.archiveComponent, ({ params, staff }) =>
    archiveComponent(context, staff, params.id),
  );
  staffRoute(app, calls.saveMealRecipe, ({ params, body, staff }) =>
    saveMealRecipe(context, staff, params.id, body),
  );
  staffRoute(app, historyCalls.replaceComponent, ({ params, body, staff }) =>
    replaceComponent(context, staff, params.id, body),
  );
  staffRoute(app, historyCalls.listComponentVersions, ({ params, reply }) => {
    reply.header('cache-control', 'no-store');
    return listKeptVersions(context, { componentId: params.id });
  });
  staffRoute(app, historyCalls.listRecipeVersions, ({ params, reply }) => {
    reply.header('cache-control', 'no-store');
    return listKeptVersions(context, { mealId: params.id });
  });
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
