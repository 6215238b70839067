import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Id, IdInPath, InstantText, PlainDateText, text } from '#platform/calls/wire-values.ts';
import {
  LONGEST_HIDE_REASON,
  LONGEST_RATING_COMMENT,
  STARS,
} from '#areas/customers/rules/meal-ratings.ts';

const Stars = z.int().min(STARS.min).max(STARS.max);
const TokenInPath = z.object({ token: z.string().max(200) });
const TokenQuery = z.strictObject({ token: z.string().max(200) });
const MOST_RATED = 100;

export const RatedMealReply = z.object({
  mealId: Id,
  mealName: z.string(),
  /** Null: not rated yet. */
  stars: Stars.nullable(),
  comment: z.string(),
  /** Whether everyone may read the comment, with the customer's first name. */
  mayShow: z.boolean(),
  /** A day after it was delivered, for two weeks. */
  isAsked: z.boolean(),
});
export type RatedMealReply = z.infer<typeof RatedMealReply>;

export const rateMeals = endpoint({
  method: 'POST',
  path: '/api/orders/track/:token/ratings',
  access: 'public',
  about: 'token',
  summary: 'The customer rates meals that were delivered; one a meal and order, the last counts',
  refusals: ['changed_meanwhile'],
  params: TokenInPath,
  body: z.strictObject({
    ratings: z
      .array(
        z.strictObject({
          mealId: Id,
          stars: Stars,
          comment: text(LONGEST_RATING_COMMENT)
            .transform((sent) => sent.trim())
            .optional(),
          /** Left out: as before, but not for other words than before. */
          mayShow: z.boolean().optional(),
        }),
      )
      .min(1)
      .max(MOST_RATED),
  }),
  reply: z.object({ meals: z.array(RatedMealReply) }),
});

const RatingEmailsReply = z.object({
  /** Enough for its owner to recognise it: "m…@example.com". */
  email: z.string(),
  isSubscribed: z.boolean(),
});

export const getRatingEmails = endpoint({
  method: 'GET',
  path: '/api/orders/ratings/unsubscribe',
  access: 'public',
  about: 'token',
  summary: 'Whose link it is, in an email that asks for ratings. Changes nothing',
  query: TokenQuery,
  reply: RatingEmailsReply,
});

/** Mail programs send this themselves (RFC 8058), with a form body that we do not read. */
export const stopRatingEmails = endpoint({
  method: 'POST',
  path: '/api/orders/ratings/unsubscribe',
  access: 'public',
  about: 'token',
  summary: 'Never again asks the holder of this link for ratings, without signing in',
  query: TokenQuery,
  reply: RatingEmailsReply,
});

export const StaffRatingReply = z.object({
  id: Id,
  mealId: Id,
  mealName: z.string(),
  stars: Stars,
  /** Null: hidden. */
  comment: z.string().nullable(),
  /** Whether the customer lets everyone read the comment. */
  mayShow: z.boolean(),
  deliveredOn: PlainDateText,
  changedAt: InstantText,
  orderId: Id,
  orderNumber: z.string(),
  firstName: z.string(),
  /** Email of who hid the comment; null: it is shown. */
  hiddenBy: z.string().nullable(),
});
export type StaffRatingReply = z.infer<typeof StaffRatingReply>;

export const MealWeekReply = z.object({
  mealId: Id,
  mealName: z.string(),
  /** Monday of the week in which the meals were delivered; null: all weeks. */
  week: PlainDateText.nullable(),
  count: z.int(),
  /** "4.6". */
  average: z.string(),
});
export type MealWeekReply = z.infer<typeof MealWeekReply>;

export const listRatings = endpoint({
  method: 'GET',
  path: '/api/admin/ratings',
  right: 'seeRatings',
  about: 'any',
  summary: 'Ratings by meal and week, and the newest with their words',
  query: z.strictObject({
    mealId: IdInPath.optional(),
    words: z.literal('yes').optional(),
    /** Any order of the customer: only theirs. */
    customer: IdInPath.optional(),
    cursor: IdInPath.optional(),
  }),
  reply: z.object({
    meals: z.array(MealWeekReply),
    /** For the meal that was asked for; empty without one. */
    weeks: z.array(MealWeekReply),
    ratings: z.array(StaffRatingReply),
    nextCursor: Id.nullable(),
  }),
});

export const hideRating = endpoint({
  method: 'PUT',
  path: '/api/admin/ratings/:id/hidden',
  right: 'hideRatings',
  about: 'any',
  summary:
    'Hides the words of a rating from everyone, for a reason, or shows them again; its stars count all the same',
  params: z.object({ id: IdInPath }),
  body: z.discriminatedUnion('hidden', [
    z.strictObject({
      hidden: z.literal(true),
      reason: text(LONGEST_HIDE_REASON)
        .transform((sent) => sent.trim())
        .refine((reason) => reason !== '', 'Please say why'),
    }),
    z.strictObject({ hidden: z.literal(false) }),
  ]),
});
