/**
 * The order that the wizard sends, in the spec's own shape: what else a program sends of it is not read. Kept apart from
 * the calls, because browsers need this schema alone to read a stored order. What we added of people and their food is
 * strict: a misspelt allergy is refused.
 */
import { z } from 'zod';
import {
  AmountText,
  Id,
  PlainDateText,
  text,
  InstantText,
  StoredWindow,
} from '#platform/calls/wire-values.ts';
import { MealTypeText } from '#areas/menu/calls/meal-type-text.ts';
import { DeliveryWindowText } from '#areas/business/calls/window-text.ts';
import { LONGEST_PHONE } from '#areas/business/rules/australia.ts';
import { LONGEST_NAME } from '#platform/rules/customer-name.ts';
import type { SentRecipient } from '#areas/business/rules/recipient.ts';
import { NEWS_READERS } from '#areas/business/rules/news-readers.ts';
import { LONGEST_ADDRESS } from '#areas/business/rules/street-address.ts';
import { ALLERGENS } from '#areas/needs/rules/allergens.ts';
import { LONGEST_INSTRUCTIONS } from '#areas/order-book/rules/order-draft.ts';
import { MOST_ITEMS, type PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { FOOD_ANSWERS, QUESTION_KINDS } from '#areas/needs/rules/food-question.ts';
import {
  DIETS,
  LONGEST_AVOIDED,
  LONGEST_FOOD_NOTE,
  MOST_AVOIDED,
} from '#areas/needs/rules/food-needs.ts';
import { MISSED_CHOICES } from '#areas/order-book/rules/delivery.ts';
import { MISSING_REASONS } from '#areas/order-book/rules/pack-bag.ts';

const PreparedItem = z.object({
  mealId: Id,
  deliveryDate: PlainDateText,
  deliveryWindow: DeliveryWindowText,
  mealType: MealTypeText,
  price: AmountText,
  personName: text(LONGEST_NAME).default('Person 1'),
  mealDate: PlainDateText.optional(),
});

/** What a person may not eat; each part may be left out. */
export const FoodNeedsRequest = {
  allergens: oneOfEach(ALLERGENS, 'allergen').optional(),
  avoid: z
    .array(text(LONGEST_AVOIDED))
    .max(MOST_AVOIDED, `Please name up to ${MOST_AVOIDED} foods, or call us`)
    .optional(),
  diets: oneOfEach(DIETS, 'diet').optional(),
  note: text(LONGEST_FOOD_NOTE).optional(),
};

export const FoodNeedsReply = {
  allergens: z.array(z.enum(ALLERGENS)),
  avoid: z.array(z.string()),
  diets: z.array(z.enum(DIETS)),
  note: z.string(),
};

const MOST_FOOD_ANSWERS = 40;

/** How the questions that a note raises were answered; one to no question is ignored. */
export const FoodAnswersRequest = z
  .array(
    z.strictObject({
      quote: text(LONGEST_INSTRUCTIONS),
      /** Null: everyone was asked. */
      personName: text(LONGEST_NAME).nullable(),
      answer: z.enum(FOOD_ANSWERS),
    }),
  )
  .max(MOST_FOOD_ANSWERS)
  .optional();

export const FoodQuestionReply = z.object({
  /** The sentence that it comes from, letter for letter. */
  quote: z.string(),
  /** Null: everyone is asked. */
  person: z.string().nullable(),
  kind: z.enum(QUESTION_KINDS),
  allergens: z.array(z.enum(ALLERGENS)),
  /** Foods that no law lists. */
  words: z.array(z.string()),
  severe: z.boolean(),
  holds: z.boolean(),
});

function oneOfEach<T extends string>(known: readonly T[], what: string) {
  return z
    .array(z.enum(known, `Please choose from the list of ${what}s`))
    .max(known.length, `Please name each ${what} once`)
    .transform((sent) => known.filter((one) => sent.includes(one)));
}

const Customer = z.object({
  firstName: text(LONGEST_NAME),
  lastName: text(LONGEST_NAME),
  email: text(254),
  phone: text(LONGEST_PHONE),
  address: text(LONGEST_ADDRESS),
  deliveryPreference: z.enum(['warm', 'cold']).default('cold'),
  specialInstructions: text(LONGEST_INSTRUCTIONS)
    .nullish()
    .transform((sent) => sent ?? ''),
});

/** Longer than a card: what is too long for it is refused in words of ours. */
const MOST_MESSAGE_CHARACTERS = 2000;

export const RecipientRequest = z.strictObject({
  firstName: text(LONGEST_NAME),
  lastName: text(LONGEST_NAME),
  phone: text(LONGEST_PHONE),
  isGift: z.boolean().optional(),
  message: text(MOST_MESSAGE_CHARACTERS)
    .nullish()
    .transform((sent) => sent ?? ''),
  news: z.enum(NEWS_READERS).optional(),
  namesPayer: z.boolean().optional(),
}) satisfies z.ZodType<SentRecipient, unknown>;

export const RecipientReply = z.object({
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  isGift: z.boolean(),
  message: z.string(),
  news: z.enum(NEWS_READERS),
  namesPayer: z.boolean(),
});

export const PreparedOrderRequest = z.object({
  customer: Customer,
  orderItems: z.array(PreparedItem).min(1, 'Please choose at least one meal').max(MOST_ITEMS),
  subtotal: AmountText,
  deliveryFee: AmountText,
  tax: AmountText,
  total: AmountText,
  cartKey: z.uuid().optional(),
  deliveryType: z.enum(['daily', 'weekly']).optional(),
  contactOf: text(200).optional(),
  foodAnswers: FoodAnswersRequest,
  people: z
    .array(
      z.strictObject({
        name: text(LONGEST_NAME),
        calorieTarget: z.int().min(500).max(6000),
        ...FoodNeedsRequest,
      }),
    )
    .min(1)
    .max(6, 'Please order for 1 to 6 people')
    .optional(),
  recipient: RecipientRequest.optional(),
}) satisfies z.ZodType<PreparedOrder, unknown>;

const Amounts = { subtotal: true, deliveryFee: true, tax: true, total: true } as const;

/** An order to price, with or without the sender's own amounts. */
export const OrderToPrice = PreparedOrderRequest.partial(Amounts).extend({
  orderItems: z
    .array(PreparedItem.partial({ price: true }))
    .min(1, 'Please choose at least one meal')
    .max(MOST_ITEMS),
});

/** What a customer may choose for a delivery that we could not leave. */
export const MissedReply = z.object({
  /** The delivery's. */
  id: Id,
  until: InstantText,
  /** The time is up, or the kitchen has decided: we call. */
  isOver: z.boolean(),
  /** Another delivery: where it can go now. */
  windows: z.array(z.object({ date: PlainDateText, timeSlot: StoredWindow })),
  /** Another delivery was offered; without windows they are full by now. */
  mayComeAgain: z.boolean(),
  /** What goes back instead, as text with two decimals; null: not offered. */
  refund: z.string().nullable(),
  /** Null: nothing yet. */
  chosen: z
    .object({
      choice: z.enum(MISSED_CHOICES),
      date: PlainDateText.nullable(),
      timeSlot: StoredWindow.nullable(),
      refund: z.string().nullable(),
    })
    .nullable(),
});
export type MissedReply = z.infer<typeof MissedReply>;

/** What a page says of a portion at the table, beside its name: from the food that it is, not from the menu of today. */
export const PORTION_FIELDS = {
  /** For the meal's own page; null: it has none any more. */
  slug: z.string().nullable(),
  /** The address of its picture as the menu has it now; null: draw one from the name. */
  picture: z.string().nullable(),
  /** Empty: nothing was written. */
  heating: z.string(),
  storage: z.string(),
  /** The last day to eat it unfrozen; null: not known. */
  useBy: PlainDateText.nullable(),
  /** Null: not known. */
  freezable: z.boolean().nullable(),
  /** It comes warm, to be eaten then. */
  isWarm: z.boolean(),
  /** For a bag that has left: why this portion is not in it; null: it is. */
  missing: z.enum(MISSING_REASONS).nullable(),
};

export const RefundPart = z.union([
  z.strictObject({ items: z.array(Id).min(1).max(MOST_ITEMS) }),
  z.strictObject({ personName: text(LONGEST_NAME) }),
  z.strictObject({ deliveryId: Id }),
  /** What is left of the delivery fees: of everything, or of the meals of one delivery. */
  z.strictObject({ fee: z.literal(true), deliveryId: Id.optional() }),
  /** Money that was kept of what was cancelled. */
  z.strictObject({ kept: Id }),
]);
export type RefundPart = z.infer<typeof RefundPart>;
