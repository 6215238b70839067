/** From a delivery of goods to whom it went, and back from a meal to the goods. */
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { GoodsLotReply } from '#areas/kitchen/calls/goods.ts';
import {
  Id,
  IdInPath,
  InstantText,
  PlainDateText,
  StoredWindow,
  text,
} from '#platform/calls/wire-values.ts';
import { DELIVERY_STATUSES } from '#areas/order-book/rules/delivery-status.ts';

const Contact = z.object({ name: z.string(), phone: z.string() });

const RecalledDelivery = z.object({
  deliveryId: Id,
  date: PlainDateText,
  timeSlot: StoredWindow,
  status: z.enum(DELIVERY_STATUSES),
  orderNumber: z.string(),
  /** False: it may be in, because it was in the house and nobody named the goods. */
  isCertain: z.boolean(),
  customer: Contact,
  /** Who got the food, of an order for someone else. */
  recipient: Contact.nullable(),
  meals: z.array(z.object({ name: z.string(), portions: z.int(), isCertain: z.boolean() })),
});
export type RecalledDelivery = z.infer<typeof RecalledDelivery>;

const RecalledBatch = z.object({
  batchId: Id,
  name: z.string(),
  cookDate: PlainDateText,
  /** For a meal that was put together. */
  deliveryDate: PlainDateText.nullable(),
  isCertain: z.boolean(),
});

export const RecallReply = z.object({
  lot: GoodsLotReply,
  /** What to look for in the kitchen. */
  batches: z.array(RecalledBatch),
  /** Certain ones first, then by day. */
  deliveries: z.array(RecalledDelivery),
  portions: z.int(),
  /** Deliveries to people whose details were erased: nobody can phone them. */
  erased: z.int(),
});
export type RecallReply = z.infer<typeof RecallReply>;

const params = z.object({ id: IdInPath });

export const recallGoods = endpoint({
  method: 'GET',
  path: '/api/admin/goods-lots/:id/recall',
  right: 'recallGoods',
  about: 'any',
  summary: 'The meals, deliveries and phone numbers that a delivery of goods went to',
  params,
  reply: RecallReply,
});

export const getRecallFile = endpoint({
  method: 'GET',
  path: '/api/admin/goods-lots/:id/recall.csv',
  right: 'recallGoods',
  about: 'any',
  summary: 'The same as CSV: one line for each meal of a delivery',
  params,
  reply: z.string(),
  mediaType: 'text/csv',
});

export const RecallRunReply = z.object({
  isDrill: z.boolean(),
  at: InstantText,
  by: z.string(),
  tookMs: z.int(),
  deliveries: z.int(),
  portions: z.int(),
  ingredient: z.string(),
});
export type RecallRunReply = z.infer<typeof RecallRunReply>;

export const runRecall = endpoint({
  method: 'POST',
  path: '/api/admin/goods-lots/:id/recall',
  right: 'recallGoods',
  about: 'any',
  summary:
    'Write down a recall, or a drill: when, by whom, how long it took, and how many it found',
  params,
  body: z.strictObject({ isDrill: z.boolean() }),
  status: 201,
  reply: RecallRunReply,
});

export const listRecallRuns = endpoint({
  method: 'GET',
  path: '/api/admin/recall-runs',
  right: 'recallGoods',
  summary: 'The last recalls and drills, the newest first',
  reply: z.object({ runs: z.array(RecallRunReply) }),
});

const TracedMeal = z.object({
  mealId: Id,
  name: z.string(),
  /** The delivery date that it was cooked for. */
  date: PlainDateText,
  /** False: nobody ticked it off, so these are the goods that were in the house. */
  isTicked: z.boolean(),
  lots: z.array(GoodsLotReply.extend({ isCertain: z.boolean() })),
});

export const TraceReply = z.object({ meals: z.array(TracedMeal) });
export type TraceReply = z.infer<typeof TraceReply>;

export const traceMeals = endpoint({
  method: 'GET',
  path: '/api/admin/meal-traces',
  right: 'recallGoods',
  about: 'any',
  summary: 'The goods and suppliers behind the meals of an order, or behind a meal of a day',
  query: z
    .strictObject({
      order: text(20).optional(),
      mealId: z.coerce.number().pipe(Id).optional(),
      date: PlainDateText.optional(),
    })
    .refine(
      ({ order, mealId, date }) =>
        order === undefined ? mealId !== undefined && date !== undefined : mealId === undefined,
      { path: ['order'], message: 'name an order, or a meal and its day' },
    ),
  reply: TraceReply,
});
