/** Earlier versions of recipes, and one component in another's place everywhere. */
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Id, IdInPath, InstantText } from '#platform/calls/wire-values.ts';
import { RecipeBookReply, Settle } from './recipe-book.ts';

export const MOST_VERSIONS = 100;

export const RecipeVersionsReply = z.object({
  /** Newest first. */
  versions: z.array(
    z.object({
      version: z.int(),
      at: InstantText,
      /** A name; null: it came with the sample menu. */
      by: z.string().nullable(),
      /** From the version before, in words; null: there is none before it. */
      changes: z.array(z.string()).nullable(),
    }),
  ),
  /** There are older ones. */
  isCut: z.boolean(),
});
export type RecipeVersionsReply = z.infer<typeof RecipeVersionsReply>;

const One = z.object({ id: IdInPath });

export const listComponentVersions = endpoint({
  method: 'GET',
  path: '/api/admin/components/:id/versions',
  right: 'seeRecipes',
  about: 'any',
  summary: 'The versions of a component: who saved each, when, and what changed',
  params: One,
  reply: RecipeVersionsReply,
});

export const listRecipeVersions = endpoint({
  method: 'GET',
  path: '/api/admin/meals/:id/recipe/versions',
  right: 'seeRecipes',
  about: 'any',
  summary: "The versions of a meal's recipe: who saved each, when, and what changed",
  params: One,
  reply: RecipeVersionsReply,
});

export const replaceComponent = endpoint({
  method: 'POST',
  path: '/api/admin/components/:id/replace',
  right: 'editRecipes',
  about: 'any',
  summary:
    'Replaces a component by another in every recipe at once, and archives it. 409 circle, 409 allergens_differ',
  refusals: ['allergens_differ', 'circle'],
  params: One,
  body: z.strictObject({ byId: Id, settle: Settle }),
  reply: RecipeBookReply,
});
