/** What the customer asks "Fill the week" for, and how it starts. */
import { whoHasSecondHelpings } from '#areas/checkout/rules/draft/second-helpings.ts';
import type { FillWish, FillMeal, FillMenu } from '#areas/checkout/rules/draft/fill-candidates.ts';
import { MEAL_TYPES, type MealType } from '#areas/menu/rules/meal.ts';
import {
  offeredDeliveryTypes,
  servedTypes,
  type ServiceFacts,
} from '#areas/business/rules/services.ts';
import { daysToChoose, hasFreeWindow } from '#areas/checkout/rules/draft/choosing-meals.ts';
import { weeklyDayOf, deliveryDatesOf } from '#areas/order-book/rules/order-draft.ts';
import type { Person } from '#areas/order-book/rules/people.ts';
import { type Cents, parseAmount } from '#platform/rules/money.ts';
import { type PlainDate, weekdayOf } from '#platform/rules/plain-date.ts';
import type { FillAnswers, Taste } from '#areas/checkout/web/site/kept-households.ts';
import type { OrderInWizard } from './order-context.tsx';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { storageAdvice } from '#areas/menu/rules/storage-advice.ts';
import { mainIngredient } from '#areas/menu/rules/main-ingredient.ts';
import { mealRuleFor } from '#areas/checkout/rules/draft/meal-for.ts';
import { portionsInWeek } from '#areas/order-book/rules/portions-to-place.ts';
import { mealsThatSuit } from '#areas/checkout/web/site/order-meals/offered-meals.ts';

export type MealsAsked = FillAnswers['meals'];

export type Different = { days: readonly PlainDate[]; meals: MealsAsked };

export type FillRequest = Pick<FillAnswers, 'meals' | 'together' | 'limit' | 'hasSecond'> & {
  /** By their places in the order. */
  whose: readonly number[];
  days: readonly PlainDate[];
  /** Those who get other days or meals, by their place. */
  different: Readonly<Record<number, Different>>;
  /** Those whose light dishes may come twice. */
  lightTwice: readonly number[];
};

/** Days that can be asked for: with one weekly delivery that was chosen, those from its day on. */
export function daysToFill(
  { draft, facts, week }: Pick<OrderInWizard, 'draft' | 'facts' | 'week'>,
  mealDays: readonly PlainDate[],
): PlainDate[] {
  const days = daysToChoose(draft, facts, week.days, mealDays);
  const first = draft.deliveryType === 'weekly' ? weeklyDayOf(draft, facts) : null;
  return days.filter((date) => first === null || date >= first);
}

/** Among these, the days to begin with: where everything may still come on its own day, those with a free window. */
export function daysAtFirst(
  { draft, facts, week }: Pick<OrderInWizard, 'draft' | 'facts' | 'week'>,
  days: readonly PlainDate[],
): PlainDate[] {
  const isWeekly =
    draft.deliveryType === 'weekly' || offeredDeliveryTypes(facts).every((one) => one === 'weekly');
  const open = week.days.filter(hasFreeWindow).map(({ date }) => date);
  return days.filter((date) => isWeekly || open.includes(date));
}

type FirstDays = {
  /** All that could be asked for. */
  days: readonly PlainDate[];
  atFirst: readonly PlainDate[];
};

/** All of them, all days; else as the household answered last time. */
export function firstRequest(
  people: readonly Person[],
  { days, atFirst }: FirstDays,
  answers: FillAnswers | undefined,
  facts: ServiceFacts,
): FillRequest {
  const kept = days.filter((date) => answers && !answers.weekdaysOff.includes(weekdayOf(date)));
  const [only, other] = servedTypes(facts);
  return {
    whose: people.map((_, at) => at),
    days: kept.length > 0 ? kept : atFirst,
    meals: only !== undefined && other === undefined ? only : (answers?.meals ?? 'dinner'),
    together: answers?.together ?? 'own',
    limit: answers?.limit ?? '',
    hasSecond: answers?.hasSecond ?? people.some(({ secondHelpings = 0 }) => secondHelpings > 0),
    different: {},
    lightTwice: [],
  };
}

/** What is kept with the household. `days`: all that could be asked for. */
export function answersOf(request: FillRequest, days: readonly PlainDate[]): FillAnswers {
  const { meals, together, limit, hasSecond } = request;
  const off = days.filter((date) => !request.days.includes(date));
  return { meals, together, limit, hasSecond, weekdaysOff: off.map(weekdayOf) };
}

export function mealTypesOf(meals: MealsAsked): readonly MealType[] {
  return meals === 'both' ? MEAL_TYPES : [meals];
}

/** Null: no limit. Undefined: no amount. */
export function amountOf(limit: string): Cents | null | undefined {
  const text = limit.replace('$', '').trim();
  if (text === '') return null;
  const cents = parseAmount(/\./.test(text) ? text : `${text}.00`);
  return cents !== null && cents > 0 ? cents : undefined;
}

export function wishOf(request: FillRequest, limitCents: Cents | null): FillWish {
  const { whose, days, meals, together, hasSecond, different, lightTwice } = request;
  return {
    seats: whose.map((personIndex) => {
      const own = different[personIndex] ?? { days, meals };
      return {
        personIndex,
        days: own.days,
        mealTypes: mealTypesOf(own.meals),
        hasLightTwice: lightTwice.includes(personIndex),
      };
    }),
    together,
    limitCents,
    hasSecond,
  };
}

/** " for Dan", where the calculator advised it to some of several. */
export function whoseHelpings(people: readonly Person[], asked: readonly number[]): string {
  const who = whoHasSecondHelpings(people, asked);
  if (who.length === asked.length) return '';
  const names = who.map((index) => people[index]?.name ?? '');
  return ` for ${new Intl.ListFormat('en-AU').format(names)}`;
}

// The menu as filling the week looks at it, for the order as it is.

type Order = Pick<OrderInWizard, 'draft' | 'menu' | 'facts' | 'week'>;

/** `first`: of the days to fill. `had`: ids of last week's meals. */
export function fillMenu(
  order: Order,
  {
    first,
    taste,
    had = [],
  }: { first: PlainDate | undefined; taste: Taste; had?: readonly number[] },
): FillMenu {
  const { menu, draft, facts, week } = order;
  const meals = new Map(menu.meals.map((meal) => [meal.id, fillMeal(meal)]));
  const deliveryDateOf = deliveryDatesOf(draft, facts, first);
  const left = portionsInWeek(week.days);
  const rule = mealRuleFor(draft, facts, { first, left });
  return {
    find: (id) => meals.get(id),
    left,
    isHearted: (id) => taste.loved.includes(id),
    wasHad: (id) => had.includes(id),
    eligible: (person, cell, people) =>
      mealsThatSuit({ menu, rule }, person, cell, people).flatMap(
        ({ id, shelfLifeDays, freezable }) => {
          const meal = meals.get(id);
          if (!meal || taste.disliked.includes(id)) return [];
          const deliveryDate = deliveryDateOf(cell.date);
          const kept = { deliveryDate, mealDate: cell.date, shelfLifeDays, freezable };
          return [{ ...meal, isToFreeze: storageAdvice(kept, facts).plan === 'freeze' }];
        },
      ),
  };
}

function fillMeal({ id, mealType, calories, price, ingredients }: MealReply): FillMeal {
  const main = mainIngredient(ingredients);
  return { id, mealType, calories, priceCents: parseAmount(price) ?? 0, main };
}
