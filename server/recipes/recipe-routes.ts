import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/recipes/recipe-book.ts';
import type { Context } from '#server/context.ts';
import { staffRoute } from '#server/http/route.ts';
import { loadRecipeBook } from '#server/recipe-book/load-recipe-book.ts';
import { toBookReply } from '#server/recipes/book-reply.ts';
import { archiveComponent, archiveIngredient, replaceIngredient } from '#server/recipes/retire.ts';
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
}
