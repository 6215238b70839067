/** Food that was handed over although it is on hold: whom to call, and what they said. */
import { NO_ROOM, UNSUITABLE_FOOD } from '#areas/order-book/calls/refusal-groups.ts';
import { z } from 'zod';
import { FoodNeedsRequest } from '#areas/order-book/calls/prepared-order.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Id, IdInPath, InstantText, text } from '#platform/calls/wire-values.ts';
import { CALL_MATTERS, CALL_RESULTS } from '#areas/order-book/rules/food-matters.ts';

export const LONGEST_CALL_NOTE = 200;

const GivenFoodReply = z.object({
  id: Id,
  kind: z.enum(CALL_MATTERS),
  personName: z.string(),
  mealName: z.string(),
  /** "it may contain peanut"; of `told`, what they wrote. */
  why: z.string(),
  orderId: Id,
  orderNumber: z.string(),
  openedAt: InstantText,
  /** The payer, and whom the food went to if that is someone else; phones as +61 and nine digits. */
  people: z.array(z.object({ name: z.string(), phone: z.string() })).min(1),
  /** Who has the bag on the road; null: nobody in particular. */
  driver: z.string().nullable(),
  calls: z.array(
    z.object({
      at: InstantText,
      by: z.string(),
      result: z.enum(CALL_RESULTS),
      note: z.string(),
    }),
  ),
});
export type GivenFoodReply = z.infer<typeof GivenFoodReply>;

/** The latest first. */
const AllGivenFoodReply = z.array(GivenFoodReply);

export const listGivenFood = endpoint({
  method: 'GET',
  path: '/api/admin/given-food',
  right: 'seeRecipeAlerts',
  summary: 'What someone must be called about because of food, and has not been reached yet',
  reply: AllGivenFoodReply,
});

export const noteFoodCall = endpoint({
  method: 'POST',
  path: '/api/admin/given-food/:id/calls',
  right: 'settleRecipeAlerts',
  about: 'any',
  summary: 'A call about it: settled once someone is reached, or after three calls',
  refusals: [
    ...UNSUITABLE_FOOD,
    ...NO_ROOM,
    'already_settled',
    'changed_meanwhile',
    'delivery_out',
  ],
  params: z.object({ id: IdInPath }),
  body: z.strictObject({
    result: z.enum(CALL_RESULTS),
    /** Required of the third call that nobody answers, of any after it, and of what was not the food. */
    note: text(LONGEST_CALL_NOTE).optional(),
    /** With `left_out`: what they had a reaction to. */
    allergens: FoodNeedsRequest.allergens,
    avoid: FoodNeedsRequest.avoid,
    /** How many calls the page showed: another since is to be read first. */
    calls: z.int().min(0),
  }),
  reply: AllGivenFoodReply,
});
