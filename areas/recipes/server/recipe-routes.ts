import type { FastifyInstance } from 'fastify';
import * as tableCalls from '#areas/recipes/calls/food-table.ts';
import * as calls from '#areas/recipes/calls/recipe-book.ts';
import * as historyCalls from '#areas/recipes/calls/recipe-history.ts';
import type { Context } from '#platform/server/context.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { withFileUpload } from '#platform/server/http/file-upload.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { loadRecipeBook } from '#areas/menu/server/load-recipe-book.ts';
import { toBookReply } from '#areas/recipes/server/book-reply.ts';
import { findFoods, previewFoodTable } from '#areas/recipes/server/preview-food-table.ts';
import { takeFoods } from '#areas/recipes/server/take-foods.ts';
import { listKeptVersions } from '#areas/recipes/server/list-kept-versions.ts';
import { replaceComponent, replaceIngredient } from '#areas/recipes/server/replace.ts';
import { archiveComponent, archiveIngredient } from '#areas/recipes/server/retire.ts';
import { createComponent, updateComponent } from '#areas/recipes/server/save-component.ts';
import { createIngredient, updateIngredient } from '#areas/recipes/server/save-ingredient.ts';
import { saveMealRecipe } from '#areas/recipes/server/save-meal-recipe.ts';

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
