import {
  CHANGING_AND_PAYING_BACK,
  CHANGING_ORDER,
} from '#areas/order-book/calls/refusal-groups.ts';
import { FoodNeedsReply, FoodNeedsRequest } from '#areas/order-book/calls/prepared-order.ts';
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { MealRequest } from '#areas/menu/calls/meals.ts';
import { MealTypeText } from '#areas/menu/calls/meal-type-text.ts';
import {
  Id,
  IdInPath,
  InstantText,
  PlainDateText,
  StoredWindow,
  text,
} from '#platform/calls/wire-values.ts';
import {
  RECIPE_ACTIONS,
  RECIPE_ALERT_KINDS,
  CALL_MATTERS,
  CALL_RESULTS,
} from '#areas/order-book/rules/food-matters.ts';
import { DIETS } from '#areas/needs/rules/food-needs.ts';

const RecipeAlertReply = z.object({
  id: Id,
  /** `stop`: on hold until it is settled. `look`: someone must read the note. `tell`: a diet no longer fits. */
  kind: z.enum(RECIPE_ALERT_KINDS),
  personName: z.string(),
  ...FoodNeedsReply,
  instructions: z.string(),
  /** The customer wrote of a severe reaction. */
  isSevere: z.boolean(),
  /** Why it is on hold, and what ends that: "Curry for Mia contains milk". Null: it is not. */
  why: z.string().nullable(),
  /** New in the meal, and in what the customer wrote. */
  words: z.array(z.string()),
  dietsLost: z.array(z.enum(DIETS)),
  orderId: Id,
  orderNumber: z.string(),
  customerName: z.string(),
  /** As +61 and nine digits. */
  phone: z.string(),
  deliveryDate: PlainDateText,
  window: StoredWindow,
  /** The portions that it is about. */
  portions: z.array(z.object({ mealDate: PlainDateText, mealType: MealTypeText })),
  /** What was paid for them; null for a role that sees no money. */
  price: z.string().nullable(),
  /** False: it will not keep, and nobody can agree to that. */
  canBeAgreed: z.boolean(),
  /** What this person may get instead, nearest first. */
  swaps: z.array(z.object({ mealId: Id, name: z.string(), calories: z.number() })),
});
export type RecipeAlertReply = z.infer<typeof RecipeAlertReply>;

const ChangedRecipeReply = z.object({
  mealId: Id,
  mealName: z.string(),
  /** "almond added". */
  change: z.string(),
  /** An email address. Null: no recipe that was saved since is behind it, or the role sees no addresses. */
  savedBy: z.string().nullable(),
  savedAt: InstantText,
  settled: z.int(),
  total: z.int(),
  /** Open ones: `stop` first. */
  alerts: z.array(RecipeAlertReply),
});
export type ChangedRecipeReply = z.infer<typeof ChangedRecipeReply>;

const RecipesToSettleReply = z.object({
  /** Open alerts of all recipes. */
  open: z.int(),
  recipes: z.array(ChangedRecipeReply),
});
export type RecipesToSettleReply = z.infer<typeof RecipesToSettleReply>;

export const listRecipeAlerts = endpoint({
  method: 'GET',
  path: '/api/admin/recipe-alerts',
  right: 'seeRecipeAlerts',
  summary: 'Whom changed recipes concern, recipe by recipe',
  reply: RecipesToSettleReply,
});

export const LONGEST_SETTLEMENT_NOTE = 200;
export const SHORTEST_SETTLEMENT_NOTE = 10;

export const settleRecipeAlerts = endpoint({
  method: 'POST',
  path: '/api/admin/recipe-alerts/settle',
  right: 'settleRecipeAlerts',
  about: 'any',
  summary: 'Settles alerts: another meal at the same price, a refund, or spoken to the customer',
  refusals: [...CHANGING_AND_PAYING_BACK, 'already_settled', 'order_cancelled'],
  body: z
    .strictObject({
      ids: z.array(Id).min(1).max(100),
      action: z.enum(RECIPE_ACTIONS),
      /** For a swap. */
      mealId: Id.optional(),
      note: text(LONGEST_SETTLEMENT_NOTE).optional(),
    })
    .refine(({ action, mealId }) => action !== 'swap' || mealId !== undefined, {
      path: ['mealId'],
      message: 'Please choose a meal',
    })
    .refine(
      ({ action, note = '' }) =>
        action !== 'spoken' || note.trim().length >= SHORTEST_SETTLEMENT_NOTE,
      {
        path: ['note'],
        message: `Please say what was agreed, in at least ${SHORTEST_SETTLEMENT_NOTE} characters`,
      },
    ),
  reply: RecipesToSettleReply,
});

const RecipeCheckReply = z.object({
  people: z.int(),
  deliveries: z.int(),
  /** For them, meals that would be on hold. */
  stops: z.int(),
  /** Portions that are cooked and not eaten yet: are they like this too? */
  cooked: z.int(),
});
export type RecipeCheckReply = z.infer<typeof RecipeCheckReply>;

export const checkRecipe = endpoint({
  method: 'POST',
  path: '/api/admin/meals/:id/recipe-check',
  right: 'editMeals',
  about: 'any',
  summary: 'Whom a meal would concern if it were saved like this; stores nothing',
  params: z.object({ id: IdInPath }),
  body: MealRequest.extend({ version: z.int().positive().optional() }),
  reply: RecipeCheckReply,
});

// Food that was handed over although it is on hold: whom to call, and what they said.

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
  refusals: [...CHANGING_ORDER, 'already_settled'],
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
