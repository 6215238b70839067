/** Whatever the kitchen's shape and whatever is asked for: a filled week can be ordered as it is. */
import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { orderingWeekAt } from '#areas/business/rules/ordering-week.ts';
import type { DeliveryType } from '#areas/business/rules/services.ts';
import { fillTable } from '#areas/checkout/rules/draft/fill-table.ts';
import { mealOnTheWire } from '#areas/menu/calls/meal-facts.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { mealSlug } from '#areas/menu/rules/meal.ts';
import sampleMenu from '#areas/menu/server/samples/sample-menu.json' with { type: 'json' };
import { sampleMealFacts } from '#areas/menu/server/seed-sample-menu.ts';
import { checkOrder } from '#areas/order-book/rules/check-order.ts';
import { mealDaysOfWeek } from '#areas/order-book/rules/meal-days.ts';
import {
  deliveryModeOfDraft,
  newOrderDraft,
  type OrderDraft,
} from '#areas/order-book/rules/order-draft.ts';
import { newPerson } from '#areas/order-book/rules/people.ts';
import { prepareOrder } from '#areas/order-book/rules/prepared-order.ts';
import { weeklyDayAfter } from '#areas/order-book/rules/meal-dates.ts';
import { weekdayOf } from '#platform/rules/plain-date.ts';
import { parseInstant } from '#platform/rules/zoned-time.ts';
import { KITCHEN_SHAPES, type KitchenShape, SHAPE_NAMES } from '#quality/support/kitchen-shapes.ts';
import { hasOpenWindow } from './deliveries.ts';
import { daysAtFirst, daysToFill, firstRequest, wishOf, fillMenu } from './fill-answers.ts';
import { aWeek } from './order/test-kitchen.ts';
import { orderMenu } from './order-menu.ts';

const NOW = parseInstant('2026-11-18T02:00:00Z');
const MEALS = sampleMenu.map(sampleMealFacts).map((meal, at): MealReply => {
  const wire = mealOnTheWire({ ...meal, recipeList: '' });
  return { id: at + 1, slug: mealSlug(meal.name), ...wire };
});
const CUSTOMER = {
  firstName: 'Mia',
  lastName: 'Lee',
  email: 'mia@example.com',
  phone: '0412 345 678',
  addressLine1: '12 Shore St',
  addressLine2: '',
  suburb: 'Cleveland',
  deliveryPreference: 'cold',
  specialInstructions: '',
} as const;

/** The week that is open, with the windows of these facts; those of some days are full. */
function weekOf(facts: BusinessFacts, fullDays: readonly boolean[]) {
  const { days, weekStart, weekEnd } = orderingWeekAt(NOW, facts);
  return {
    ...aWeek(weekStart),
    weekEnd,
    days: days.map((date, at) => ({
      date,
      limited: [],
      windows: windowsOn(facts, date).map((timeSlot) => ({
        timeSlot,
        open: fullDays[at] !== true,
        placesLeft: null,
      })),
    })),
  };
}

type Asked = {
  plans: number[];
  fullDays: boolean[];
  /** Chips that are tapped. */
  tapped: boolean[];
  meals: 'lunch' | 'dinner' | 'both';
  chosen: DeliveryType | null;
};

/** The wizard's way from an empty table to a filled one. */
function fill(facts: BusinessFacts, { plans, fullDays, tapped, meals, chosen }: Asked) {
  const week = weekOf(facts, fullDays);
  const start = { cartKey: 'cart', weekStart: week.weekStart, calorieTarget: 1500 };
  const people = plans.map((plan, at) => newPerson(at + 1, plan));
  const draft: OrderDraft = {
    ...newOrderDraft(start, facts),
    people,
    deliveryType: chosen,
    customer: CUSTOMER,
  };
  const menu = orderMenu(MEALS, facts);
  const mealDays = mealDaysOfWeek(week.days, { meals: menu.meals, people }, facts);
  const kitchen = { draft, facts, week };
  const days = daysToFill(kitchen, mealDays);
  const atFirst = daysAtFirst(kitchen, days);
  const asked = firstRequest(people, { days, atFirst }, undefined, facts);
  const isTapped = (date: string) => tapped[weekdayOf(date)] === true;
  const wish = wishOf(
    {
      ...asked,
      days: days.filter((date) => atFirst.includes(date) !== isTapped(date)),
      ...(facts.services.length > 1 && { meals }),
    },
    null,
  );
  const first = wish.seats.flatMap((seat) => seat.days).toSorted()[0];
  const taste = { loved: [], disliked: [] };
  const table = fillTable(people, wish, fillMenu({ ...kitchen, menu }, { first, taste }));
  const weeklyDeliveryDay = weeklyDayAfter(null, people, table.people);
  return { week, days, atFirst, draft: { ...draft, people: table.people, weeklyDeliveryDay } };
}

const anything = record({
  plans: array(constantFrom(1200, 1500, 1800), { minLength: 1, maxLength: 3 }),
  fullDays: array(
    integer({ min: 0, max: 3 }).map((one) => one === 0),
    { minLength: 7, maxLength: 7 },
  ),
  tapped: array(boolean(), { minLength: 7, maxLength: 7 }),
  meals: constantFrom('lunch', 'dinner', 'both'),
  chosen: constantFrom(null, 'daily', 'weekly'),
});

describe('a filled week', () => {
  test.each(SHAPE_NAMES)('of the kitchen “%s” can be ordered, and has a place', (shape) => {
    const facts: BusinessFacts = KITCHEN_SHAPES[shape];
    assert(
      property(anything, (asked) => {
        const { draft, week } = fill(facts, asked);
        const mode = deliveryModeOfDraft(draft, facts);
        if (mode === 'none') return;
        const types = mode === 'choice' ? (['daily', 'weekly'] as const) : [draft.deliveryType];
        for (const deliveryType of types) {
          const order = prepareOrder({ ...draft, deliveryType }, () => 1500, facts);
          expect(checkOrder(order, orderingWeekAt(NOW, facts), facts)).toMatchObject({
            outcome: 'ok',
          });
          for (const { deliveryDate } of order.orderItems)
            expect(hasOpenWindow(week, deliveryDate), deliveryDate).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  const untouched = (fullDays: number[] = [], shape: KitchenShape = 'dinner, Monday to Friday') =>
    fill(KITCHEN_SHAPES[shape], {
      plans: [1500],
      fullDays: Array.from({ length: 7 }, (_, at) => fullDays.includes(at)),
      tapped: [],
      meals: 'dinner',
      chosen: null,
    });
  const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  const short = (dates: readonly string[]) => dates.map((date) => WEEKDAYS[weekdayOf(date)]);

  test('begins with the days that have a delivery of their own: no weekend from Monday to Friday', () => {
    const { days, atFirst } = untouched();
    expect(short(days)).toEqual(['Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun', 'Mon']);
    expect(short(atFirst)).toEqual(['Tue', 'Wed', 'Thu', 'Fri', 'Mon']);
  });

  test('leaves out a day whose windows are full', () => {
    expect(short(untouched([1]).atFirst)).toEqual(['Tue', 'Thu', 'Fri', 'Mon']);
  });

  test('begins with all that keeps where everything comes on one day', () => {
    expect(short(untouched([], 'Saturday only').atFirst)).toEqual(['Sat', 'Sun', 'Mon']);
  });
});
