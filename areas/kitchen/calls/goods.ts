/** Goods as they are taken in: what came, from whom, in which condition, and whether it was accepted. */
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
} from '#platform/calls/wire-values.ts';
import { STORED_AS } from '#areas/kitchen/rules/receipts.ts';
import { BASE_UNITS, INPUT_UNITS, type InputUnit } from '#areas/menu/rules/units.ts';
import { STORE_AREAS } from '#areas/menu/rules/storage-advice.ts';

export const GoodsLotReply = z.object({
  id: Id,
  ingredientId: Id,
  ingredient: z.string(),
  baseUnit: z.enum(BASE_UNITS),
  supplier: z.string().nullable(),
  /** The supplier's code. */
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

/** So many are listed; whoever seeks another types more of it. */
export const MOST_GOODS_LOTS = 100;

export const listGoodsLots = endpoint({
  method: 'GET',
  path: '/api/admin/goods-lots',
  access: 'staff',
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

export const listReceivable = endpoint({
  method: 'GET',
  path: '/api/admin/receivable-goods',
  access: 'staff',
  right: 'cook',
  summary: 'What can be taken in, and the names of suppliers',
  reply: z.object({
    ingredients: z.array(
      z.object({
        id: Id,
        name: z.string(),
        baseUnit: z.enum(BASE_UNITS),
        storeArea: z.enum(STORE_AREAS),
      }),
    ),
    suppliers: z.array(z.string()),
  }),
});

export const receiveGoods = endpoint({
  method: 'POST',
  path: '/api/admin/goods-lots',
  access: 'staff',
  right: 'cook',
  about: 'any',
  summary: 'Take in goods, or refuse them; either is a line of the food safety record',
  body: z.strictObject({
    ingredientId: Id,
    /** A name that is not known yet becomes a supplier. */
    supplier: lineOfText(80).default(''),
    supplierLot: lineOfText(80).default(''),
    useBy: PlainDateText.optional(),
    amount: lineOfText(20),
    unit: z.enum(Object.keys(INPUT_UNITS) as InputUnit[]),
    storedAs: z.enum(STORED_AS),
    /** Of chilled and hot goods. */
    tenths: TenthsValue.optional(),
    /** Of frozen goods. */
    isFrozenHard: z.boolean().optional(),
    isPackageWhole: z.boolean(),
    accepted: z.boolean(),
    /** Of refused goods: what was done. */
    note: text(400).default(''),
    /** When it came, if that is not now. */
    at: InstantText.optional(),
    /** Of what is typed in from paper: who took it in. */
    measuredBy: lineOfText(60).default(''),
    /** Another for each delivery: the same key counts once. */
    key: z.uuid(),
  }),
  status: 201,
  reply: GoodsLotReply,
});

export const useUpGoods = endpoint({
  method: 'POST',
  path: '/api/admin/goods-lots/:id/used-up',
  access: 'staff',
  right: 'cook',
  about: 'any',
  summary: 'Say that nothing is left of a delivery of goods, or that there is some after all',
  params: z.object({ id: IdInPath }),
  body: z.strictObject({ isUsedUp: z.boolean() }),
  reply: GoodsLotReply,
});
