import { TokenInPath } from '#areas/order-book/calls/orders.ts';
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import {
  Id,
  IdInPath,
  InstantText,
  PlainDateText,
  text,
  StoredWindow,
} from '#platform/calls/wire-values.ts';
import {
  LONGEST_HIDE_REASON,
  LONGEST_RATING_COMMENT,
  STARS,
} from '#areas/customers/rules/meal-ratings.ts';
import {
  CARD_PROVIDER,
  NO_ROOM,
  PAYING_BACK,
  UNSUITABLE_FOOD,
} from '#areas/order-book/calls/refusal-groups.ts';
import { DeliveryWindowText } from '#areas/business/calls/window-text.ts';
import {
  LONGEST_PROBLEM_ANSWER,
  LONGEST_PROBLEM_TEXT,
  MOST_PROBLEM_PHOTOS,
} from '#areas/customers/rules/problems.ts';
import { PROBLEM_DECISIONS, PROBLEM_KINDS } from '#areas/order-book/rules/problem-kinds.ts';
import { REFUND_STATES } from '#areas/order-book/rules/order-status.ts';

const Stars = z.int().min(STARS.min).max(STARS.max);
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

const MOST_ITEMS = 100;

const Decided = {
  decision: z.enum(PROBLEM_DECISIONS),
  at: InstantText,
  /** What staff wrote; empty: nothing beyond the decision. */
  answer: z.string(),
  /** As text with two decimals. */
  refund: z.string().nullable(),
  refundState: z.enum(REFUND_STATES).nullable(),
  /** For the new delivery. */
  date: PlainDateText.nullable(),
  window: StoredWindow.nullable(),
};

export const TrackedProblemReply = z.object({
  id: Id,
  kind: z.enum(PROBLEM_KINDS),
  text: z.string(),
  mealNames: z.array(z.string()),
  createdAt: InstantText,
  /** By when we promised an answer. */
  dueAt: InstantText,
  photos: z.int(),
  /** Null: we are looking at it. */
  decided: z.object(Decided).nullable(),
});
export type TrackedProblemReply = z.infer<typeof TrackedProblemReply>;

export const AftercareReply = z.object({
  meals: z.array(RatedMealReply),
  /** What something may have been wrong with: meals whose window has begun. */
  items: z.array(
    z.object({
      id: Id,
      mealName: z.string(),
      personName: z.string(),
      date: PlainDateText,
      window: StoredWindow,
    }),
  ),
  problems: z.array(TrackedProblemReply),
});
export type AftercareReply = z.infer<typeof AftercareReply>;

export const getAftercare = endpoint({
  method: 'GET',
  path: '/api/orders/track/:token/aftercare',
  access: 'public',
  about: 'token',
  summary: 'What a customer may rate and complain about, and what became of it',
  params: TokenInPath,
  reply: AftercareReply,
});

/** The body is the photo itself: JPEG, PNG or WebP. */
export const uploadProblemPhoto = endpoint({
  method: 'POST',
  path: '/api/orders/track/:token/problem-photos',
  access: 'public',
  about: 'token',
  summary: 'Keeps a photo of a problem until it is sent with one, for a day at most',
  refusals: ['changed_meanwhile', 'too_many_photos'],
  params: TokenInPath,
  status: 201,
  reply: z.object({ id: z.uuid() }),
});

export const reportProblem = endpoint({
  method: 'POST',
  path: '/api/orders/track/:token/problems',
  access: 'public',
  about: 'token',
  summary: 'The customer reports what was wrong with some of their meals; staff decide',
  refusals: ['changed_meanwhile', 'too_many_problems'],
  params: TokenInPath,
  body: z.strictObject({
    itemIds: z.array(Id).min(1, 'Choose at least one meal').max(MOST_ITEMS),
    kind: z.enum(PROBLEM_KINDS),
    text: text(LONGEST_PROBLEM_TEXT)
      .transform((sent) => sent.trim())
      .default(''),
    /** Ids of photos that were uploaded for this order. */
    photos: z.array(z.uuid()).max(MOST_PROBLEM_PHOTOS).optional(),
  }),
  status: 201,
  reply: TrackedProblemReply,
});

export const StaffProblemReply = z.object({
  id: Id,
  orderId: Id,
  orderNumber: z.string(),
  customerName: z.string(),
  phone: z.string(),
  kind: z.enum(PROBLEM_KINDS),
  text: z.string(),
  isUrgent: z.boolean(),
  isLate: z.boolean(),
  createdAt: InstantText,
  dueAt: InstantText,
  items: z.array(
    z.object({
      id: Id,
      mealName: z.string(),
      personName: z.string(),
      allergens: z.array(z.string()),
      date: PlainDateText,
      price: z.string(),
      isRefunded: z.boolean(),
    }),
  ),
  photos: z.array(z.uuid()),
  decided: z.object({ ...Decided, by: z.string(), itemIds: z.array(Id) }).nullable(),
});
export type StaffProblemReply = z.infer<typeof StaffProblemReply>;

export const listProblems = endpoint({
  method: 'GET',
  path: '/api/admin/problems',
  right: 'seeProblems',
  about: 'any',
  summary: 'Problems that customers reported: the open ones, urgent first, or the newest decided',
  query: z.strictObject({
    state: z.enum(['open', 'decided']).default('open'),
    orderId: IdInPath.optional(),
    /** Any order of the customer: all of theirs, in every state. */
    customer: IdInPath.optional(),
  }),
  reply: z.object({ problems: z.array(StaffProblemReply), open: z.int(), urgent: z.int() }),
});

export const listProblemWindows = endpoint({
  method: 'GET',
  path: '/api/admin/problems/:id/windows',
  right: 'decideProblems',
  about: 'any',
  summary: 'Free windows for a new delivery of what was wrong',
  params: z.object({ id: IdInPath }),
  reply: z.object({
    windows: z.array(z.object({ date: PlainDateText, window: StoredWindow })),
  }),
});

export const getProblemPhoto = endpoint({
  method: 'GET',
  path: '/api/admin/problems/:id/photos/:photo',
  right: 'seeProblems',
  about: 'any',
  summary: 'A photo that came with a problem',
  params: z.object({ id: IdInPath, photo: z.uuid() }),
  reply: z.unknown(),
  mediaType: 'image/jpeg',
});

const Answer = text(LONGEST_PROBLEM_ANSWER).transform((sent) => sent.trim());

export const decideProblem = endpoint({
  method: 'POST',
  path: '/api/admin/problems/:id/decide',
  right: 'decideProblems',
  about: 'any',
  summary:
    'Refunds items, brings them again without charge, or answers; the customer gets an email',
  refusals: [
    ...UNSUITABLE_FOOD,
    ...NO_ROOM,
    ...CARD_PROVIDER,
    ...PAYING_BACK,
    'already_decided',
    'already_refunded',
    'changed_meanwhile',
    'delivery_out',
    'nothing_to_refund',
    'order_cancelled',
  ],
  params: z.object({ id: IdInPath }),
  body: z.discriminatedUnion('decision', [
    z.strictObject({
      decision: z.literal('refund'),
      itemIds: z.array(Id).min(1, 'Choose at least one meal').max(MOST_ITEMS),
      answer: Answer.default(''),
    }),
    z.strictObject({
      decision: z.literal('new_delivery'),
      itemIds: z.array(Id).min(1, 'Choose at least one meal').max(MOST_ITEMS),
      date: PlainDateText,
      window: DeliveryWindowText,
      answer: Answer.default(''),
    }),
    z.strictObject({
      decision: z.literal('answer'),
      answer: Answer.refine((sent) => sent !== '', 'Write the customer an answer'),
    }),
  ]),
  reply: StaffProblemReply,
});
export type ProblemDecisionRequest = z.output<typeof decideProblem.body>;
