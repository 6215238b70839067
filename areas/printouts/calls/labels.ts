import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Id, IdInPath, PlainDateText } from '#platform/calls/wire-values.ts';
import { DeliveryWindowText } from '#areas/business/calls/window-text.ts';
import { LABEL_STOCKS } from '#areas/business/rules/label-stock.ts';
import { LABEL_KINDS, LABEL_PARTS } from '#areas/printouts/rules/label-content.ts';

const severalIds = z.union([IdInPath.transform((id) => [id]), z.array(IdInPath).max(500)]);

const LabelQuery = z
  .strictObject({
    date: PlainDateText.optional(),
    /** One or more: `orderId=7&orderId=9`. With `date`, only what those orders get on that day. */
    orderId: severalIds.optional(),
    deliveryId: severalIds.optional(),
    /** Only what this person gets, by name; with an order or a stop. */
    person: z.string().min(1).max(100).optional(),
    /** Only these portions; with an order or a stop. */
    itemId: severalIds.optional(),
    window: DeliveryWindowText.optional(),
    /** Left out: the kitchen's own, as set. */
    stock: z.enum(LABEL_STOCKS).optional(),
    /** Which of them, by whether the kitchen's own stock has room for them. */
    part: z.enum(LABEL_PARTS).default('all'),
    kind: z.enum(LABEL_KINDS).default('food'),
    /** True: a preview; nobody is alerted when such labels go out of date. */
    preview: z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false),
  })
  .refine((query) => query.date !== undefined || isOfOrderOrStop(query), {
    path: ['date'],
    message: 'Please send a date, an order or a stop: date=2026-01-31, orderId=7 or deliveryId=31',
  })
  .refine((query) => query.person === undefined || isOfOrderOrStop(query), {
    path: ['person'],
    message: 'Please send the order or the stop of this person too',
  })
  .refine((query) => query.itemId === undefined || isOfOrderOrStop(query), {
    path: ['itemId'],
    message: 'Please send the order or the stop of this portion too',
  })
  .refine(({ person, itemId, kind }) => kind === 'food' || (person ?? itemId) === undefined, {
    path: ['kind'],
    message: 'The label of a bag is of its whole stop: send kind=food, or no person and no portion',
  });

function isOfOrderOrStop(query: { orderId?: unknown; deliveryId?: unknown }): boolean {
  return query.orderId !== undefined || query.deliveryId !== undefined;
}

export const TooTallReply = z.object({
  /** "Moroccan chicken (Alex)", or "Bag 20 Sarah 9Q2X". */
  name: z.string(),
  millimetres: z.int(),
  /** Whose ingredient list could be shorter; null: of a bag. */
  mealId: Id.nullable(),
});
export type TooTallReply = z.infer<typeof TooTallReply>;

export type LabelQuery = z.output<typeof LabelQuery>;

export const getLabels = endpoint({
  method: 'GET',
  path: '/api/admin/labels',
  right: 'printLabels',
  about: 'todaysBags',
  summary:
    'Labels of a date, of orders, stops, a person or portions as PDF, each on one label of its stock, in packing order; for packers, of today and tomorrow',
  refusals: ['labels_too_tall', 'no_deliveries', 'order_cancelled', 'undecided'],
  query: LabelQuery,
  reply: z.unknown(),
  mediaType: 'application/pdf',
});

export const getMealLabel = endpoint({
  method: 'GET',
  path: '/api/admin/meals/:id/label',
  right: 'seeMeals',
  about: 'any',
  summary: 'Whether the label of a meal has room on the kitchen’s label stock',
  params: z.object({ id: IdInPath }),
  reply: z.object({
    stock: z.enum(LABEL_STOCKS),
    /** How much it is too tall, for someone without allergies or a note; 0: it has room. */
    millimetres: z.int(),
  }),
});
export type MealLabelReply = z.infer<typeof getMealLabel.reply>;
