/** The order being put together, stored for this browser tab: a reload, Back and a copied tab all find it. */
import { isPlainDate } from '#platform/rules/plain-date.ts';
import { NEWS_READERS } from '#areas/business/rules/news-readers.ts';
import { isDeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { ALLERGENS } from '#areas/needs/rules/allergens.ts';
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';
import type { OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import { FOOD_ANSWERS } from '#areas/needs/rules/food-question.ts';
import { DIETS } from '#areas/needs/rules/food-needs.ts';
import type { AddedNeeds } from '#areas/needs/rules/unite-people.ts';
import {
  anyText,
  fields,
  kinds,
  knownOf,
  listOf,
  oneOf,
  orNull,
  orWhenMissing,
  positive,
  recordOf,
  type Shape,
  textLike,
  textThat,
  whole,
  wholeUpTo,
  yesOrNo,
} from '#platform/web/kept-shape.ts';

/** `phoneOrderDraft`: what staff put together for a caller, apart from an order of their own. */
export type DraftKey = 'orderDraft' | 'phoneOrderDraft';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const keptDay = textThat(isPlainDate);

export const cartKey = textThat((key) => UUID.test(key));

export const assignment = {
  date: keptDay,
  mealType: oneOf(MEAL_TYPES),
  mealId: positive,
};

export const delivery = {
  deliveryType: orNull(oneOf(['daily', 'weekly'])),
  weeklyDeliveryDay: orNull(keptDay),
  deliveryWindow: orNull(textLike(isDeliveryWindow)),
  windowByDate: recordOf(keptDay, textLike(isDeliveryWindow)),
};

export const personBasics = {
  name: anyText,
  calorieTarget: positive,
  secondHelpings: orWhenMissing(wholeUpTo(2), undefined),
  allergens: orWhenMissing(listOf(oneOf(ALLERGENS)), []),
  avoid: orWhenMissing(listOf(anyText), []),
  diets: orWhenMissing(listOf(oneOf(DIETS)), []),
  note: orWhenMissing(anyText, ''),
};

const person = fields({ ...personBasics, mealAssignments: listOf(fields(assignment)) });

export const customer = fields({
  firstName: anyText,
  lastName: anyText,
  email: anyText,
  phone: anyText,
  addressLine1: anyText,
  addressLine2: anyText,
  suburb: anyText,
  deliveryPreference: oneOf(['warm', 'cold']),
  specialInstructions: anyText,
});

export const contactOf = fields({ token: anyText, email: anyText, phone: anyText });

export const recipient = fields({
  firstName: anyText,
  lastName: anyText,
  phone: anyText,
  isGift: yesOrNo,
  message: anyText,
  news: oneOf(NEWS_READERS),
  namesPayer: yesOrNo,
});

const foodAnswer = fields({
  quote: anyText,
  personName: orNull(anyText),
  answer: oneOf(FOOD_ANSWERS),
});

/** For an order that is put together or changed. */
export const draftShape: Shape<OrderDraft> = fields({
  cartKey,
  weekStart: keptDay,
  people: listOf(person),
  ...delivery,
  customer,
  contactOf: orWhenMissing(contactOf, undefined),
  recipient: orWhenMissing(recipient, undefined),
  foodAnswers: orWhenMissing(listOf(foodAnswer), undefined),
  lateLunchesKept: orWhenMissing(listOf(anyText), undefined),
  wish: orWhenMissing(positive, undefined),
});

/** What the wizard has changed automatically and the customer has not dismissed yet. */
const notice = kinds({
  /** `from`: the first day of the week that closed. */
  'week-moved': fields({
    weekStart: keptDay,
    weekEnd: keptDay,
    from: orWhenMissing(orNull(keptDay), null),
  }),
  'meals-dropped': fields({
    meals: listOf(fields({ ...assignment, personName: anyText, name: anyText })),
  }),
  'meals-clash': fields({
    meals: listOf(
      fields({
        ...assignment,
        personName: anyText,
        name: anyText,
        why: anyText,
      }),
    ),
  }),
  'laid-again': fields({
    orderNumber: anyText,
    /** Whether the same meals were to be placed, or others. */
    hasSame: orWhenMissing(yesOrNo, true),
    /** Ids of the meals of that order. */
    had: orWhenMissing<number[], number[]>(listOf(positive), []),
    /** What could not be placed, and why: "is not on the menu this week". `at`: its place among the meals of that time. */
    meals: listOf(
      fields({
        ...assignment,
        personName: anyText,
        name: anyText,
        calories: whole,
        why: anyText,
        at: whole,
      }),
    ),
  }),
  'plan-taken': fields({ personName: anyText, calorieTarget: whole }),
  /** For the order only the meals were kept: names, allergies and diets are asked again. */
  'who-eats': fields({}),
  /** Paid for in another tab. */
  ordered: fields({ orderNumber: anyText }),
  'needs-added': fields({
    added: listOf(
      fields({ personName: anyText, allergens: listOf(oneOf(ALLERGENS)), avoid: listOf(anyText) }),
    ),
    /** "as in your order of Tue 12 Jan". */
    as: anyText,
  }),
});
export type OrderNotice = ReturnType<typeof notice>;

/** What someone may not eat that was known elsewhere; nothing is said of nothing. */
export function needsAdded(added: AddedNeeds[], as: string): OrderNotice[] {
  return added.length === 0 ? [] : [{ kind: 'needs-added', added, as }];
}

export const household = fields({ id: anyText, name: anyText });

export const keptOrder = fields({
  draft: draftShape,
  /** Last known name of each meal, for those that leave the menu. */
  mealNames: recordOf(anyText, anyText),
  /** The calculator's plan that the first person was given last. */
  planTaken: orNull(whole),
  /** And the second helpings a day that came with it. */
  helpingsTaken: orWhenMissing(whole, 0),
  notices: knownOf(notice),
  /** The household kept on this device that it was filled in from; null: none. */
  household: orWhenMissing(orNull(household), null),
});
export type KeptOrder = ReturnType<typeof keptOrder>;

/** Null if nothing is stored, if it is not ours, or if the browser stores nothing at all. */
export function readOrderDraft(key: DraftKey = 'orderDraft'): KeptOrder | null {
  try {
    const kept = keptOrder(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    return kept.draft.people.length > 0 ? kept : null;
  } catch {
    return null;
  }
}

/** If the browser refuses to store anything, the order is lost on a reload, not before. */
export function saveOrderDraft(order: KeptOrder, key: DraftKey = 'orderDraft'): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(order));
  } catch {
    console.warn('This browser does not store the order, so a reload would lose it.');
  }
}

/** After an order has been placed. The next basket gets a new key. */
export function clearOrderDraft(key: DraftKey = 'orderDraft'): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
