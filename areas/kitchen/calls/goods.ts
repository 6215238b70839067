import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import {
  Id,
  IdInPath,
  InstantText,
  lineOfText,
  PlainDateText,
  TenthsValue,
  text,
  StoredWindow,
} from '#platform/calls/wire-values.ts';
import { ORDER_STATES } from '#areas/kitchen/rules/shopping-list.ts';
import { STORED_AS } from '#areas/kitchen/rules/receipts.ts';
import { BASE_UNITS, INPUT_UNITS, type InputUnit } from '#areas/menu/rules/units.ts';
import { STORE_AREAS } from '#areas/menu/rules/storage-advice.ts';
import { DELIVERY_STATUSES } from '#areas/order-book/rules/delivery.ts';

export const GoodsLotReply = z.object({
  id: Id,
  ingredientId: Id,
  ingredient: z.string(),
  baseUnit: z.enum(BASE_UNITS),
  supplier: z.string().nullable(),
  supplierLot: z.string(),
  useBy: PlainDateText.nullable(),
  receivedAt: InstantText,
  receivedBy: z.string(),
  qty: z.int(),
  tenths: z.int().nullable(),
  storedAs: z.enum(STORED_AS).nullable(),
  accepted: z.boolean(),
  note: z.string(),
  usedUpAt: InstantText.nullable(),
});
export type GoodsLotReply = z.infer<typeof GoodsLotReply>;

/** How many are listed; typing more of a name finds the others. */
export const MOST_GOODS_LOTS = 100;

export const listGoodsLots = endpoint({
  method: 'GET',
  path: '/api/admin/goods-lots',
  right: 'cook',
  summary: 'Deliveries of goods, the newest first, by ingredient, supplier, code or day',
  query: z.strictObject({
    /** Part of an ingredient's or supplier's name, or of the supplier's code. */
    search: lineOfText(80).default(''),
    receivedOn: PlainDateText.optional(),
    /** Only what may be cooked with today. */
    inHouse: z.enum(['yes']).optional(),
  }),
  reply: z.object({ lots: z.array(GoodsLotReply), isCut: z.boolean() }),
});

const DueOrder = z.object({
  id: Id,
  supplierId: Id,
  supplier: z.string(),
  arrives: PlainDateText,
  arrivesByMinute: z.int(),
  sentAt: InstantText,
  state: z.enum(ORDER_STATES),
  /** For the packs that are still to come. */
  lines: z.array(
    z.object({
      packId: Id,
      ingredientId: Id,
      ingredient: z.string(),
      storeArea: z.enum(STORE_AREAS),
      pack: z.string(),
      packs: z.int(),
    }),
  ),
});
export type DueOrder = z.infer<typeof DueOrder>;

export const getGoodsIn = endpoint({
  method: 'GET',
  path: '/api/admin/goods-in',
  right: 'cook',
  summary: 'Orders that are still to come, by day, and what else can be taken in',
  reply: z.object({
    today: PlainDateText,
    due: z.array(DueOrder),
    suppliers: z.array(z.object({ id: Id, name: z.string() })),
    ingredients: z.array(
      z.object({
        id: Id,
        name: z.string(),
        baseUnit: z.enum(BASE_UNITS),
        storeArea: z.enum(STORE_AREAS),
        packs: z.array(z.object({ id: Id, supplierId: Id, name: z.string() })),
      }),
    ),
  }),
});

const CameLine = z
  .strictObject({
    ingredientId: Id,
    /** For the order, or of the supplier; null: `amount` says how much came. */
    packId: Id.nullable().default(null),
    packs: z.int().min(0).max(10_000).default(0),
    /** As typed: "1.5" and "kg". */
    amount: lineOfText(20).default(''),
    unit: z.enum(Object.keys(INPUT_UNITS) as InputUnit[]).default('kg'),
    /** The supplier's code on the pack. */
    lot: lineOfText(80).default(''),
    useBy: PlainDateText.nullable().default(null),
    accepted: z.boolean().default(true),
    note: text(400).default(''),
    /** For packs that did not come: whether they still will. */
    missing: z.enum(['coming', 'not_coming']).optional(),
  })
  .refine(({ packId, packs, missing }) => packId === null || packs > 0 || missing !== undefined, {
    path: ['packs'],
    message: 'Say how many came, or what is missing',
  })
  .refine(({ packId, amount }) => packId !== null || amount.trim() !== '', {
    path: ['amount'],
    message: 'Enter how much came',
  });

export const takeInGoods = endpoint({
  method: 'POST',
  path: '/api/admin/goods-in',
  right: 'cook',
  about: 'any',
  summary:
    'Takes in all that came together, or refuses some of it; each line is in the food safety record. 409 already_received when someone else has',
  refusals: ['already_received', 'changed_meanwhile', 'key_reused'],
  body: z.strictObject({
    /** Another for each delivery: the same key counts once. */
    key: z.uuid(),
    /** Null: it was not ordered here. */
    orderId: Id.nullable(),
    /** Null: bought in a shop. */
    supplierId: Id.nullable(),
    /** When it came, if that is not now. */
    at: InstantText.optional(),
    chilledTenths: TenthsValue.nullable().default(null),
    frozenTenths: TenthsValue.nullable().default(null),
    /** For what is typed in from paper: who took it in. */
    measuredBy: lineOfText(60).default(''),
    lines: z.array(CameLine).min(1).max(200),
  }),
  status: 201,
  reply: z.object({ lots: z.array(GoodsLotReply), state: z.enum(ORDER_STATES).nullable() }),
});

export const useUpGoods = endpoint({
  method: 'POST',
  path: '/api/admin/goods-lots/:id/used-up',
  right: 'cook',
  about: 'any',
  summary: 'Say that nothing is left of a delivery of goods, or that there is some after all',
  params: z.object({ id: IdInPath }),
  body: z.strictObject({ isUsedUp: z.boolean() }),
  reply: GoodsLotReply,
});

/** From a delivery of goods to whom it went, and back from a meal to the goods. */
const Contact = z.object({ name: z.string(), phone: z.string() });

const RecalledDelivery = z.object({
  deliveryId: Id,
  date: PlainDateText,
  window: StoredWindow,
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
