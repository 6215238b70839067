import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { mealReplySchemas, mealRequestSchemas } from '#areas/menu/calls/meal-schemas.ts';
import { Id, IdInPath, InstantText, PlainDateText, text } from '#platform/calls/wire-values.ts';
import { MealTypeText } from '#areas/menu/calls/meal-type-text.ts';

export const MealReply = z.object({
  id: Id,
  /** For its own page, /menu/{slug}. Ours to choose, and the same for good. */
  slug: z.string(),
  /** For customers who were delivered it, from ten ratings on; absent: fewer. `average` such as "4.6". */
  rating: z.object({ average: z.string(), count: z.int() }).optional(),
  /** For weeks with a menu: the days of each on which it is offered. Absent: no week ahead has a menu. */
  offered: z
    .array(
      z.object({ from: PlainDateText, to: PlainDateText, days: z.array(PlainDateText).readonly() }),
    )
    .readonly()
    .optional(),
  ...mealReplySchemas,
  /** What its recipe names beyond `ingredients`, by the alphabet and without amounts: for foods that a person leaves out. */
  recipeList: z.string().default(''),
});
export type MealReply = z.infer<typeof MealReply>;

/** A meal as staff see it. */
export const StaffMealReply = MealReply.extend({
  /** Send it back with a change, so that a change someone else has made since is not lost. */
  version: z.int(),
  /** Null: not deleted. */
  archivedAt: InstantText.nullable(),
  /** Why customers do not see it although it may be active: the kitchen does not serve it, or its text, allergens and diets do not agree. */
  notPublic: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});
export type StaffMealReply = z.infer<typeof StaffMealReply>;

export const listMeals = endpoint({
  method: 'GET',
  path: '/api/meals',
  access: 'public',
  summary: 'The menu: active meals; for staff the inactive ones too, as StaffMealReply',
  reply: z.union([z.array(StaffMealReply), z.array(MealReply)]),
});

/** What else a meal has is the server's, and not read. */
export const MealRequest = z.object(mealRequestSchemas);
export type MealRequest = z.output<typeof MealRequest>;

const OneMeal = z.object({ id: IdInPath });

export const createMeal = endpoint({
  method: 'POST',
  path: '/api/meals',
  right: 'editMeals',
  summary: 'Adds a meal',
  body: MealRequest,
  status: 201,
  reply: StaffMealReply,
});

/** What is said of cooked portions when their meal is saved. */
export const COOKED_ANSWERS = ['also', 'not'] as const;
export type CookedAnswer = (typeof COOKED_ANSWERS)[number];

export const MealChangeFields = MealRequest.extend({
  version: z.int().positive().optional(),
  /** Portions that are cooked: they are like this too (`also`: only the label was wrong), or not. Left out: also. */
  cooked: z.enum(COOKED_ANSWERS, 'Please say “also” or “not”').optional(),
});

export const updateMeal = endpoint({
  method: 'PUT',
  path: '/api/meals/:id',
  right: 'editMeals',
  about: 'any',
  summary: "Changes a meal; fields beyond the spec's keep their value when left out",
  refusals: ['stale_version'],
  params: OneMeal,
  body: MealChangeFields,
  reply: StaffMealReply,
});
export type SentMeal = z.output<typeof updateMeal.body>;

/** The 409 reply of updateMeal, beyond `{message, code}`. */
export const StaleMealReply = z.object({
  code: z.literal('stale_version'),
  message: z.string(),
  /** Email of the last person to change it; null for a command on the host. */
  changedBy: z.string().nullable(),
  changedFields: z.array(z.string()),
  meal: StaffMealReply,
});

export const deleteMeal = endpoint({
  method: 'DELETE',
  path: '/api/meals/:id',
  right: 'editMeals',
  about: 'any',
  summary: 'Archives a meal: past orders still show it. Any body is ignored',
  params: OneMeal,
});

export const listStaffMeals = endpoint({
  method: 'GET',
  path: '/api/admin/meals',
  right: 'seeMeals',
  summary: 'Meals by words and type; archived ones on request',
  query: z.strictObject({
    archived: z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false),
    q: text(100).default(''),
    type: MealTypeText.optional(),
  }),
  reply: z.array(StaffMealReply),
});

export const restoreMeal = endpoint({
  method: 'POST',
  path: '/api/admin/meals/:id/restore',
  right: 'editMeals',
  about: 'any',
  summary: 'Restores an archived meal, switched off',
  refusals: ['name_taken'],
  params: OneMeal,
  reply: StaffMealReply,
});

export const duplicateMeal = endpoint({
  method: 'POST',
  path: '/api/admin/meals/:id/duplicate',
  right: 'editMeals',
  about: 'any',
  summary: 'Copies a meal; the copy is switched off',
  params: OneMeal,
  status: 201,
  reply: StaffMealReply,
});

/** The body is the picture itself, with its own content type: JPEG, PNG, WebP or AVIF. */
export const uploadMealImage = endpoint({
  method: 'POST',
  path: '/api/admin/meal-images',
  right: 'editMeals',
  summary: 'Stores a picture in several sizes and replies with the imageUrl for a meal',
  status: 201,
  reply: z.object({ imageUrl: z.string() }),
});
