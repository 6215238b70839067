/** What the packer's page at /pack asks and reports. It names nobody's email, phone, address or price, and only today and tomorrow. */
import {
  TEMPERATURES,
  MISSING_REASONS,
  PORTION_STATES,
  TICKS,
} from '#areas/order-book/rules/pack-bag.ts';
import { z } from 'zod';
import { ConfirmRequest, DeliveryResult, ShortRequest } from '#areas/orders/calls/deliveries.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { FoodNeedsReply } from '#areas/order-book/calls/prepared-order.ts';
import {
  Id,
  InstantText,
  orNothing,
  PlainDateText,
  StoredWindow,
} from '#platform/calls/wire-values.ts';
import { MealTypeText } from '#areas/menu/calls/meal-type-text.ts';
import { DELIVERY_STATUSES } from '#areas/order-book/rules/delivery.ts';
import { ALLERGENS } from '#areas/needs/rules/allergens.ts';

const PackItemReply = z.object({
  id: Id,
  /** How it is called: "20 Mia 9Q2X". */
  key: z.string(),
  mealId: Id,
  mealName: z.string(),
  mealType: MealTypeText,
  /** Null: not declared. */
  allergens: z.array(z.enum(ALLERGENS)).nullable(),
  isAgreed: z.boolean(),
  isClear: z.boolean(),
  state: z.enum(PORTION_STATES),
  reason: z.enum(MISSING_REASONS).nullable(),
  by: z.string().nullable(),
  /** For the code on its label, as it would be printed now. */
  check: z.string(),
});

const PackPersonReply = z.object({
  id: Id,
  name: z.string(),
  ...FoodNeedsReply,
  items: z.array(PackItemReply),
  /** What is acknowledged by checking; sent back as it was seen. */
  food: z.string(),
  /** Who checked their allergies, and it still holds; null: nobody. */
  checkedBy: z.string().nullable(),
});

export const PackBagReply = z.object({
  /** The delivery's. */
  id: Id,
  /** How its bag is called: "20 Sarah 9Q2X". */
  key: z.string(),
  window: StoredWindow,
  stop: z.int(),
  status: z.enum(DELIVERY_STATUSES),
  version: z.int(),
  bags: z.int(),
  temperature: z.enum(TEMPERATURES),
  suburb: z.string(),
  instructions: z.string(),
  isChanged: z.boolean(),
  /** Paid with test keys before the live ones: nobody packs or brings it. Left out: it is real. */
  isTest: z.boolean().optional(),
  /** A meal in it may not go to its person: it waits for the office. */
  isOnHold: z.boolean(),
  /** Someone else who has it open. */
  claimedBy: z.string().nullable(),
  /** How often it was opened again: a check made before counts no more. */
  reopened: z.int(),
  /** A present's card that goes in: what is on it, and who put it in; null: no card. */
  card: z.object({ text: z.string(), checkedBy: z.string().nullable() }).nullable(),
  people: z.array(PackPersonReply),
});
export type PackBagReply = z.infer<typeof PackBagReply>;
export type PackPersonReply = PackBagReply['people'][number];
export type PackItemReply = PackPersonReply['items'][number];

export const PackDayReply = z.object({
  now: InstantText,
  date: PlainDateText,
  today: PlainDateText,
  /** When today is over: nothing of it may be kept any longer. */
  until: InstantText,
  staffId: z.uuid(),
  staffName: z.string(),
  /** By window and stop. */
  bags: z.array(PackBagReply),
});
export type PackDayReply = z.infer<typeof PackDayReply>;

export const getPackDay = endpoint({
  method: 'GET',
  path: '/api/pack/day',
  right: 'pack',
  summary: 'The bags of today or tomorrow, with what goes into each and what is ticked',
  query: z.strictObject({
    /** Omitted: today. */
    date: orNothing(PlainDateText),
  }),
  reply: PackDayReply,
});

/**
 * Who said so. 401 `other_person` when someone else has signed in on that tablet since. Omitted: anyone who is signed in.
 */
const staffId = z.uuid().optional();

export const tickPortion = endpoint({
  method: 'POST',
  path: '/api/pack/ticks',
  right: 'pack',
  about: 'todaysBags',
  summary:
    'Says of a portion that it is in its bag, is not, or is missing; the same key counts once',
  refusals: [
    'already_packed',
    'changed_meanwhile',
    'key_reused',
    'not_possible',
    'other_bag',
    'other_person',
  ],
  body: z
    .strictObject({
      deliveryId: Id,
      itemId: Id,
      state: z.enum(TICKS),
      reason: z.enum(MISSING_REASONS).optional(),
      key: z.uuid(),
      deviceId: z.uuid().optional(),
      staffId,
    })
    .refine(({ state, reason }) => (state === 'missing') === (reason !== undefined), {
      path: ['reason'],
      message: 'Say why it is missing',
    }),
  reply: z.object({ ok: z.literal(true) }),
});
export type TickRequest = z.infer<typeof tickPortion.body>;

export const checkPerson = endpoint({
  method: 'POST',
  path: '/api/pack/checks',
  right: 'pack',
  about: 'todaysBags',
  summary:
    'Says that a person’s meals were checked against their allergies, or that a present’s card is in; 409 when they are others',
  refusals: ['call_kitchen', 'changed_meanwhile', 'other_person'],
  body: z.strictObject({
    deliveryId: Id,
    /** Null: a present's card is in the bag, and `food` is what is on it. */
    personId: Id.nullable(),
    food: z.string().max(20_000),
    /** As it was when they looked. */
    reopened: z.int().optional(),
    staffId,
  }),
  reply: z.object({ ok: z.literal(true) }),
});

export const claimBag = endpoint({
  method: 'POST',
  path: '/api/pack/claims',
  right: 'pack',
  about: 'todaysBags',
  summary: 'Opens a bag, so that others see who has it for two minutes; or leaves it',
  refusals: ['changed_meanwhile'],
  body: z.strictObject({ deliveryId: Id, isLeft: z.boolean().optional() }),
  reply: z.object({
    /** Someone else who has it open; null: it is ours. */
    claimedBy: z.string().nullable(),
  }),
});

const {
  code: _code,
  message: _message,
  canConfirm: _canConfirm,
  missing: _missing,
  ...result
} = DeliveryResult.shape;

export const closeBag = endpoint({
  method: 'POST',
  path: '/api/pack/bags',
  right: 'pack',
  about: 'todaysBags',
  summary: 'Says that a bag is packed, or opens it again; 409 says what is still in the way',
  refusals: [
    'allergy_open',
    'changed_meanwhile',
    'given_held',
    'key_reused',
    'no_card',
    'not_checked',
    'not_packed',
    'not_possible',
    'not_started',
    'not_ticked',
    'not_yet',
    'not_yours',
    'nothing_packed',
    'other_person',
    'reading_open',
    'reason_missing',
    'short',
    'too_early',
    'too_late',
    'undecided',
  ],
  body: z.strictObject({
    deliveryId: Id,
    status: z.enum(['packed', 'cooked']),
    key: z.uuid(),
    confirm: ConfirmRequest,
    isShort: ShortRequest,
    deviceId: z.uuid().optional(),
    staffId,
  }),
  reply: z.object(result),
});

export const undoBag = endpoint({
  method: 'POST',
  path: '/api/pack/undo',
  right: 'pack',
  about: 'todaysBags',
  summary: 'Takes back what this person said of a bag in the last ten seconds',
  refusals: ['changed_meanwhile', 'other_person', 'too_late'],
  body: z.strictObject({ deliveryId: Id, key: z.uuid(), staffId }),
  reply: z.object(result),
});
