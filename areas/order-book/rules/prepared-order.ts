/** The order as it goes over the wire and into session storage under `orderData`. Spec 3; fields marked optional are our additions. */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { tidyName } from '#platform/rules/customer-name.ts';
import { type SentRecipient, tidyCardMessage } from '#areas/business/rules/recipient.ts';
import { joinAddress } from '#areas/business/rules/street-address.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import { type Cents, formatAmount } from '#platform/rules/money.ts';
import type { DeliveryType } from '#areas/business/rules/services.ts';
import {
  type DeliveryPreference,
  type OrderDraft,
  type RecipientDraft,
  deliveryTypeOfDraft,
} from '#areas/order-book/rules/order-draft.ts';
import { placedMeals, type PreparationFacts, priceDraft, windowOfDraft } from './order-pricing.ts';
import type { FoodAnswer } from '#areas/needs/rules/food-question.ts';
import { type FoodNeeds, hasFoodNeeds, needsIn } from '#areas/needs/rules/food-needs.ts';
import { isWarmPortion } from '#areas/order-book/rules/warm-portion.ts';
import type { Person } from '#areas/order-book/rules/people.ts';

/** Six people, seven days, lunch and dinner, two helpings. */
export const MOST_ITEMS = 168;

export type PreparedItem = {
  mealId: number;
  deliveryDate: PlainDate;
  deliveryWindow: DeliveryWindow;
  mealType: MealType;
  price: string;
  personName: string;
  mealDate?: PlainDate;
};

export type PreparedOrder = {
  customer: {
    firstName: string;
    lastName: string;
    email: string;
    phone: string;
    address: string;
    deliveryPreference: DeliveryPreference;
    specialInstructions: string;
  };
  orderItems: PreparedItem[];
  subtotal: string;
  deliveryFee: string;
  tax: string;
  total: string;
  cartKey?: string;
  deliveryType?: DeliveryType;
  people?: PreparedPerson[];
  /** The secret link of an order of theirs, whose email and phone count where these are empty. */
  contactOf?: string;
  recipient?: SentRecipient | undefined;
  foodAnswers?: FoodAnswer[] | undefined;
};

/** Only what a person may not eat is sent; nothing of people without any. */
export type PreparedPerson = { name: string; calorieTarget: number } & {
  [Need in keyof FoodNeeds]?: FoodNeeds[Need] | undefined;
};

/** Turns a finished draft into the order to pay for. `warm` only if something of it is eaten when it comes. */
export function prepareOrder(
  draft: OrderDraft,
  priceCentsOf: (mealId: number) => Cents | undefined,
  facts: PreparationFacts,
): PreparedOrder {
  const deliveryType = deliveryTypeOfDraft(draft, facts) ?? 'weekly';
  const price = priceDraft(draft, priceCentsOf, facts);
  const { customer, recipient } = draft;
  const orderItems = placedMeals(draft, deliveryType, priceCentsOf, facts).map((placed) => ({
    mealId: placed.meal.mealId,
    mealDate: placed.meal.date,
    deliveryDate: placed.deliveryDate,
    deliveryWindow: windowOfDraft(draft, placed.deliveryDate, facts),
    mealType: placed.meal.mealType,
    price: formatAmount(placed.priceCents),
    personName: tidyName(placed.person.name),
  }));
  const isWarm =
    deliveryType === 'daily' &&
    orderItems.some((item) => isWarmPortion(customer.deliveryPreference, item));
  return {
    cartKey: draft.cartKey,
    deliveryType,
    ...(draft.contactOf && { contactOf: draft.contactOf.token }),
    people: draft.people.map(preparePerson),
    ...(recipient && { recipient: tidyDraft(recipient) }),
    ...(draft.foodAnswers?.length && { foodAnswers: draft.foodAnswers }),
    customer: {
      firstName: tidyName(customer.firstName),
      lastName: tidyName(customer.lastName),
      email: customer.email.trim(),
      phone: customer.phone.trim(),
      address: tidyName(
        joinAddress({
          line1: customer.addressLine1,
          line2: customer.addressLine2,
          suburb: customer.suburb,
        }),
      ),
      deliveryPreference: isWarm ? 'warm' : 'cold',
      specialInstructions: tidyInstructions(customer.specialInstructions),
    },
    orderItems,
    subtotal: formatAmount(price.subtotalCents),
    deliveryFee: formatAmount(price.deliveryFeeCents),
    tax: formatAmount(price.taxCents),
    total: formatAmount(price.totalCents),
  };
}

/** The kitchen need not know what someone without meals may eat. */
function preparePerson({ name, calorieTarget, mealAssignments, ...needs }: Person): PreparedPerson {
  const person = { name: tidyName(name), calorieTarget };
  if (mealAssignments.length === 0 || !hasFoodNeeds(needs)) return person;
  return { ...person, ...needsIn(needs), note: tidyInstructions(needs.note) };
}

/** Who was typed before it was no present after all is not sent a card. */
function tidyDraft(recipient: RecipientDraft): SentRecipient {
  return {
    ...recipient,
    firstName: tidyName(recipient.firstName),
    lastName: tidyName(recipient.lastName),
    phone: recipient.phone.trim(),
    message: recipient.isGift ? tidyCardMessage(recipient.message) : '',
  };
}

/** Keeps line breaks; a NUL or half a surrogate pair cannot be stored. */
function tidyInstructions(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed().trim();
}
