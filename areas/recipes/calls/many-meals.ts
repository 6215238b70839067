import { z } from 'zod';
import { DRY_RUN } from '#platform/calls/dry-run.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Id } from '#platform/calls/wire-values.ts';

const MOST_MEALS_AT_ONCE = 500;

const MEAL_ACTS = ['on', 'off', 'archive'] as const;
export type MealAct = (typeof MEAL_ACTS)[number];

const ManyMealsReply = z.object({
  previewHash: z.string(),
  /** Nothing is left on the menu that customers order from. */
  isMenuEmpty: z.boolean(),
  results: z.array(
    z.object({
      id: z.int(),
      ok: z.boolean(),
      /** Absent: there is no such meal. */
      name: z.string().optional(),
      /** Why it stays as it is. */
      message: z.string().optional(),
    }),
  ),
});
export type ManyMealsReply = z.infer<typeof ManyMealsReply>;

const ManyMealsRequest = z.strictObject({
  ids: z.array(Id).min(1, 'Please choose a meal').max(MOST_MEALS_AT_ONCE),
  act: z.enum(MEAL_ACTS),
  ...DRY_RUN,
});
export type ManyMealsRequest = z.output<typeof ManyMealsRequest>;

export const changeManyMeals = endpoint({
  method: 'POST',
  path: '/api/admin/meals/many',
  right: 'editMeals',
  about: 'any',
  summary: 'Switches meals on or off, or archives them, all in one; a result for each',
  refusals: ['preview_changed'],
  body: ManyMealsRequest,
  reply: ManyMealsReply,
});
