import { array, assert, constantFrom, integer, option, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { addDays, weekdayOf, weekFrom } from '#platform/rules/plain-date.ts';
import {
  draftOfPastOrder,
  type OrderToDraft,
  type KitchenToLayIn,
  layAgain,
  whyNotLaidText,
} from './lay-again.ts';
import { mealRuleFor, type MealToPlace } from './meal-for.ts';
import { portionsInWeek } from '#areas/order-book/rules/portions-to-place.ts';
import { EMPTY_CUSTOMER } from '#areas/order-book/rules/order-draft.ts';
import { mealsAt } from '#areas/order-book/rules/people.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';

const LAST = weekFrom('2026-11-24');
const NEXT = weekFrom('2026-12-01');
const [TUE, WED, THU, , , SUN] = LAST as [string, string, string, string, string, string];
const CART = '7b0f6f0e-6e2f-4d43-9a53-3a1f5a7f3c11';

const DISH: MealToPlace = {
  mealType: 'dinner',
  availableFrom: null,
  availableTo: null,
  allergens: [],
  ingredients: 'Rice, chicken.',
  recipeList: '',
  dietaryTags: null,
  shelfLifeDays: 3,
  freezable: true,
};

type Ordered = { who?: string; mealId?: number; on?: string; arrives?: string; window?: string };

function anOrderOf(items: readonly Ordered[], change: Partial<OrderToDraft> = {}): OrderToDraft {
  const names = [...new Set(items.map(({ who = 'Ben' }) => who))];
  return {
    customer: { ...EMPTY_CUSTOMER, firstName: 'Mia' },
    deliveryType: 'weekly',
    people: names.map((name) => ({ name, calorieTarget: 1800, ...NO_FOOD_NEEDS })),
    items: items.map(({ who = 'Ben', mealId = 1, on = TUE, arrives = TUE, window }) => ({
      personName: who,
      mealId,
      mealType: 'dinner',
      mealDate: on,
      deliveryDate: arrives,
      deliveryWindow: (window ?? '11:00-13:00') as '11:00-13:00',
    })),
    ...change,
  };
}

function again(
  order: OrderToDraft,
  menu: Record<number, Partial<MealToPlace>>,
  change: Partial<KitchenToLayIn> = {},
) {
  const dishes = new Map(
    Object.entries(menu).map(([id, meal]) => [Number(id), { ...DISH, ...meal, id: Number(id) }]),
  );
  return layAgain(draftOfPastOrder(order, CART, defaultBusiness), {
    weekStart: NEXT[0] ?? '',
    find: (id) => dishes.get(id),
    portionsLeft: () => null,
    facts: defaultBusiness,
    ...change,
  });
}

describe('the draft of an order', () => {
  test('has its people with their plans and meals, and the week in which they eat', () => {
    const order = anOrderOf([{}, { who: 'Mia', on: SUN }, { who: 'Mia', on: SUN }]);
    const draft = draftOfPastOrder(order, CART, defaultBusiness);
    expect(draft).toMatchObject({
      cartKey: CART,
      weekStart: TUE,
      deliveryType: 'weekly',
      weeklyDeliveryDay: TUE,
      deliveryWindow: '11:00-13:00',
      windowByDate: {},
      customer: { firstName: 'Mia' },
    });
    expect(draft.people.map(({ name, mealAssignments }) => [name, mealAssignments.length])).toEqual(
      [
        ['Ben', 1],
        ['Mia', 2],
      ],
    );
  });

  test('names the window of a date that differs from the others', () => {
    const daily = [TUE, WED, THU].map((date) => ({ on: date, arrives: date }));
    const order = anOrderOf([...daily.slice(0, 2), { ...daily[2], window: '16:00-18:00' }], {
      deliveryType: 'daily',
    });
    expect(draftOfPastOrder(order, CART, defaultBusiness)).toMatchObject({
      deliveryWindow: '11:00-13:00',
      windowByDate: { [THU]: '16:00-18:00' },
    });
  });
});

describe('laying an order again', () => {
  test('keeps weekday, time, person, second helpings, delivery day and windows', () => {
    const order = anOrderOf([{ on: WED }, { on: WED, mealId: 2 }, { on: THU, who: 'Mia' }]);
    const { draft, notLaid } = again(order, { 1: {}, 2: {} });
    expect(notLaid).toEqual([]);
    expect(draft.weekStart).toBe(NEXT[0]);
    expect(draft.weeklyDeliveryDay).toBe(NEXT[0]);
    expect(draft.people.map(({ mealAssignments }) => mealAssignments)).toEqual([
      [
        { date: NEXT[1], mealType: 'dinner', mealId: 1 },
        { date: NEXT[1], mealType: 'dinner', mealId: 2 },
      ],
      [{ date: NEXT[2], mealType: 'dinner', mealId: 1 }],
    ]);
  });

  test.each([
    ['has left the menu', {}, 'is not on the menu this week'],
    ['is a lunch by now', { 1: { mealType: 'lunch' } }, 'is not on the menu this week'],
    ['starts later', { 1: { availableFrom: '2026-12-20' } }, 'is not on the menu this week'],
    ['has cashew by now', { 1: { allergens: ['cashew'] } }, 'contains cashew'],
    ['declares nothing', { 1: { allergens: null } }, 'has no declared allergens yet: call us'],
  ] as const)('names a meal that %s', (_, menu, words) => {
    const order = anOrderOf([{ on: TUE }], {
      people: [{ name: 'Ben', calorieTarget: 1500, ...NO_FOOD_NEEDS, allergens: ['cashew'] }],
    });
    const { draft, notLaid } = again(order, menu as Record<number, Partial<MealToPlace>>);
    expect(draft.people[0]?.mealAssignments).toEqual([]);
    expect(draft.weeklyDeliveryDay).toBeNull();
    expect(
      notLaid.map(({ personName, date, why }) => [personName, date, whyNotLaidText(why)]),
    ).toEqual([['Ben', NEXT[0], words]]);
  });

  test('names a meal that would not keep until its day', () => {
    const { draft, notLaid } = again(anOrderOf([{}, { on: SUN, mealId: 2 }]), {
      1: {},
      2: { freezable: false },
    });
    expect(draft.people[0]?.mealAssignments).toHaveLength(1);
    expect(notLaid.map(({ why }) => whyNotLaidText(why))).toEqual([
      'would only keep until Fri 4 Dec',
    ]);
  });

  test('fewer meals than daily delivery needs arrive on one day: what does not keep until then is named too', () => {
    const week = LAST.slice(0, 5).map((date, at) => ({ on: date, arrives: date, mealId: at + 1 }));
    const order = anOrderOf(week, { deliveryType: 'daily' });
    const fresh = { freezable: false };
    const whole = again(order, { 1: fresh, 2: fresh, 3: fresh, 4: fresh, 5: fresh });
    expect(whole.notLaid).toEqual([]);
    const { draft, notLaid } = again(order, { 1: fresh, 3: fresh, 4: fresh, 5: fresh });
    expect(draft.weeklyDeliveryDay).toBe(NEXT[0]);
    expect(notLaid.map(({ mealId, why }) => [mealId, why.outcome])).toEqual([
      [2, 'not offered'],
      [5, 'will not keep'],
    ]);
  });

  test('lays as many portions as are left of a day, and names the others', () => {
    const order = anOrderOf([
      { who: 'Ben' },
      { who: 'Mia' },
      { who: 'Lan' },
      { who: 'Lan', on: WED },
    ]);
    const portionsLeft = portionsInWeek([
      { date: NEXT[0] ?? '', limited: [{ mealId: 1, left: 2 }] },
      { date: NEXT[1] ?? '', limited: [] },
    ]);
    const { notLaid } = again(order, { 1: {} }, { portionsLeft });
    expect(notLaid.map(({ personName, date, why }) => [personName, date, why.outcome])).toEqual([
      ['Lan', NEXT[0], 'sold out'],
    ]);
    expect(again(order, { 1: {} }, { portionsLeft: () => 0 }).notLaid).toHaveLength(4);
  });

  test('a third meal at one time, which staff had moved there, is named', () => {
    const week = weekFrom(addDays(TUE, 7));
    const order = anOrderOf([
      { on: TUE },
      { on: TUE, mealId: 2 },
      { on: week[0] ?? '', mealId: 3 },
    ]);
    const { notLaid } = again(order, { 1: {}, 2: {}, 3: {} });
    expect(notLaid.map(({ mealId, why }) => [mealId, why.outcome])).toEqual([[3, 'no room']]);
  });
});

const dish = record({
  mealType: constantFrom('lunch', 'dinner'),
  allergens: constantFrom(null, [], ['cashew'], ['milk', 'cashew'], ['milk']),
  shelfLifeDays: option(integer({ min: 1, max: 5 })),
  freezable: constantFrom(true, false, null),
  availableFrom: constantFrom(null, NEXT[3] ?? ''),
  availableTo: constantFrom(null, NEXT[4] ?? ''),
});
const ordered = record({
  person: integer({ min: 0, max: 2 }),
  mealId: integer({ min: 1, max: 7 }),
  day: integer({ min: 0, max: 9 }),
  mealType: constantFrom('lunch', 'dinner'),
});

test('whatever was ordered: all that is placed suits, is offered, keeps and is left; all else is named', () => {
  assert(
    property(
      array(ordered, { minLength: 1, maxLength: 40 }),
      array(dish, { minLength: 6, maxLength: 6 }),
      array(constantFrom([], ['cashew'], ['milk']), { minLength: 3, maxLength: 3 }),
      constantFrom('daily', 'weekly'),
      option(integer({ min: 0, max: 3 })),
      (items, dishes, allergens, deliveryType, left) => {
        const names = ['Ben', 'Mia', 'Lan'];
        const order = {
          customer: EMPTY_CUSTOMER,
          deliveryType,
          people: names.map((name, at) => ({
            name,
            calorieTarget: 1500,
            ...NO_FOOD_NEEDS,
            allergens: allergens[at] ?? [],
          })),
          items: items.map(({ person, mealId, day, mealType }) => ({
            personName: names[person] ?? '',
            mealId,
            mealType,
            mealDate: addDays(TUE, day),
            deliveryDate: TUE,
            deliveryWindow: '11:00-13:00',
          })),
        } as OrderToDraft;
        const find = (id: number) =>
          dishes[id - 1] && ({ ...DISH, ...dishes[id - 1], id } as MealToPlace & { id: number });
        const { draft, notLaid } = layAgain(draftOfPastOrder(order, CART, defaultBusiness), {
          weekStart: NEXT[0] ?? '',
          find,
          portionsLeft: () => left,
          facts: defaultBusiness,
        });
        const rule = mealRuleFor(draft, defaultBusiness);
        const portions = new Map<string, number>();
        for (const person of draft.people) {
          for (const meal of person.mealAssignments) {
            const found = find(meal.mealId);
            expect(NEXT).toContain(meal.date);
            expect(found && rule(person, found, meal).outcome).toBe('ok');
            expect(mealsAt(person, meal).length).toBeLessThanOrEqual(2);
            const portion = `${meal.mealId} ${meal.date}`;
            portions.set(portion, (portions.get(portion) ?? 0) + 1);
          }
        }
        expect(Math.max(0, ...portions.values())).toBeLessThanOrEqual(left ?? Infinity);
        const first = draft.people.flatMap((person) =>
          person.mealAssignments.map(({ date }) => date),
        );
        for (const date of first)
          expect(draft.weeklyDeliveryDay !== null && draft.weeklyDeliveryDay <= date).toBe(true);
        // Nothing is lost: what was ordered is what is placed and what is named, on the same weekdays.
        const all = (some: readonly (readonly [string, number, string])[]) =>
          some.map(([name, id, date]) => `${name} ${id} ${weekdayOf(date)}`).toSorted();
        expect(
          all([
            ...notLaid.map((meal) => [meal.personName, meal.mealId, meal.date] as const),
            ...draft.people.flatMap(({ name, mealAssignments }) =>
              mealAssignments.map(({ mealId, date }) => [name, mealId, date] as const),
            ),
          ]),
        ).toEqual(
          all(order.items.map((item) => [item.personName, item.mealId, item.mealDate] as const)),
        );
      },
    ),
  );
});
