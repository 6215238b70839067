/** What changes orders and meals, with what the model expects of each. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { addDays } from '#platform/rules/plain-date.ts';
import { day } from '#quality/support/an-order.ts';
import { FOODS, foodNames, holdOf, type Guest } from '#quality/food/food-model.ts';
import type { ActAnswer } from '#quality/food/kitchen.ts';
import { act } from '#quality/food/kitchen-acts.ts';
import {
  foodAsSent,
  guestOf,
  voidChecks,
  mealOf,
  NOTHING,
  pick,
  listPortions,
  listRecipes,
  type FoodStep,
} from '#quality/food/model-state.ts';

export const PEOPLE = ['Mia', 'Ben', 'Zoe'] as const;
export const MODEL_MEALS = ['soup', 'salad', 'curry', 'stew'] as const;
const WINDOWS = ['11:00-13:00', '16:00-18:00'] as const;
const NEEDS: readonly (readonly [string[], string[]])[] = [
  [[], []],
  [['milk'], []],
  [['sesame'], []],
  [['milk', 'sesame'], []],
  [[], ['capsicum']],
  [[], ['onion']],
];
const HOURS = ['08:00', '09:30', '15:00'] as const;
/** Before the cutoff, then on each day. */
export const TIMES = [
  `${day(-5)}T09:00`,
  ...[0, 1, 2].flatMap((on) => HOURS.map((hour) => `${day(on)}T${hour}`)),
];

const someRecipe = fc.record({
  // What the notes ask about, more often.
  food: fc.oneof(fc.nat(FOODS.length - 1), fc.constant(1)),
  shelf: fc.integer({ min: 1, max: 3 }),
  freezable: fc.boolean(),
});

const isAsking = ({ asks, allergens }: Guest) => asks !== null && !allergens.includes(asks);

export const orderingStep = fc
  .record({
    eats: fc.uniqueArray(fc.record({ who: fc.nat(2), meal: fc.nat(3), later: fc.nat(2) }), {
      minLength: 1,
      maxLength: 4,
      selector: ({ who, meal }) => `${who} ${meal < 2}`,
    }),
    needs: fc.tuple(fc.nat(5), fc.nat(5), fc.nat(5)),
    // Most on one day, where their steps meet.
    on: fc.constantFrom(0, 0, 0, 1, 2),
    window: fc.constantFrom(...WINDOWS),
    how: fc.constantFrom('order', 'phone order', 'unread order'),
    isWritten: fc.nat(3).map((one) => one === 0),
  })
  .map(({ eats, needs, on, window, how, isWritten }): FoodStep => ({
    name: how,
    async take(model, k) {
      const key = String.fromCodePoint(65 + model.runs.size);
      const names = [...new Set(eats.map(({ who }) => who))];
      const writer = names[0]!;
      const isNoted = isWritten || how === 'unread order';
      const guests = new Map(
        names.map((who): [string, Guest] => {
          const [allergens, avoid] = NEEDS[needs[who]!]!;
          const asks = isNoted && who === writer ? 'milk' : null;
          return [PEOPLE[who]!, { allergens: [...allergens], avoid: [...avoid], asks }];
        }),
      );
      const holds = eats.map(({ who, meal, later }) =>
        holdOf({
          guest: guests.get(PEOPLE[who]!)!,
          recipes: listRecipes(model, `${key}//${MODEL_MEALS[meal]}`, []),
          daysKept: later,
          agreed: null,
        }),
      );
      const isFact = how === 'unread order';
      const isBad = holds.some((hold) => hold !== null && !(isFact && hold === 'question'));
      const isAsked = !isFact && [...guests.values()].some(isAsking);
      const note = isNoted ? `${PEOPLE[writer]} is allergic to milk` : '';
      const answer = await act(k, {
        do: 'order',
        key,
        window,
        deliver: day(on),
        people: Object.fromEntries(
          [...guests].map(([name, { asks: _asks, ...rest }]) => [name, rest]),
        ),
        plates: eats.map(
          ({ who, meal, later }) => `${PEOPLE[who]} ${MODEL_MEALS[meal]} ${day(on + later)}`,
        ),
        instructions: note,
        ...(isFact && { fact: true }),
        ...(how === 'phone order' && { byPhone: true }),
      });
      expect(answer.refused !== null, JSON.stringify(answer)).toBe(isBad || isAsked);
      if (answer.refused !== null) return NOTHING;
      const isHeld = holds.some((hold) => hold !== null);
      expect(answer['status']).toBe(isHeld ? 'pending' : 'confirmed');
      for (const [name, guest] of guests) model.guests.set(`${key}/${name}`, guest);
      model.runs.set(key, { date: day(on), window });
      return { did: true, moves: [key] };
    },
  }));

export const saveStep = fc
  .record({
    meal: fc.constantFrom(...MODEL_MEALS),
    recipe: someRecipe,
    cooked: fc.constantFrom('also' as const, 'not' as const),
  })
  .map(({ meal, recipe, cooked }): FoodStep => ({
    name: `save meal, ${cooked}`,
    async take(model, k) {
      const answer = await act(k, { do: 'save meal', meal, set: foodAsSent(recipe), cooked });
      expect(answer.refused, JSON.stringify(answer)).toBeNull();
      const version = Number(answer['version']);
      const known = model.meals.get(meal)!;
      const isNew = !known.has(version);
      known.set(version, recipe);
      if (!isNew || cooked === 'not') return { did: isNew };
      const since = addDays(model.now.slice(0, 10), -recipe.shelf);
      const versions = (portion: string) => {
        const { versions: before, eaten } = model.portions.get(portion)!;
        const isKept = mealOf(portion) === meal && before.length > 0 && eaten >= since;
        return isKept ? [...before, version] : before;
      };
      return { did: true, versions };
    },
  }));

export const moveStep = fc
  .record({ order: fc.nat(5), to: fc.nat(2), sameBag: fc.boolean() })
  .map(({ order, to, sameBag }): FoodStep => ({
    name: sameBag ? 'move kept cold' : 'move',
    async take(model, k) {
      const [key, before] =
        pick(
          [...model.status].filter(([one]) => model.runs.has(one)),
          order,
        ) ?? [];
      if (!key) return NOTHING;
      const answer = await act(k, { do: 'move', delivery: key, to: day(to), sameBag });
      if (answer.refused !== null || answer['code'] !== undefined) return NOTHING;
      model.runs.set(key, { ...model.runs.get(key)!, date: day(to) });
      model.movedAt.set(key, model.now);
      if (before === 'packed' && answer['status'] !== 'packed') voidChecks(model, key);
      return { did: true, moves: [key] };
    },
  }));

export const settleStep = fc
  .record({
    portion: fc.nat(5),
    how: fc.constantFrom('agree' as const, 'agree' as const, 'refund' as const),
  })
  .map(({ portion: at, how }): FoodStep => ({
    name: how,
    async take(model, k) {
      const held = [...model.portions].filter(
        ([one, { verdict }]) =>
          verdict === 'clash' &&
          !['delivered', 'missed', 'cancelled'].includes(model.status.get(one.split('/')[0]!)!),
      );
      const [portion, said] = pick(held, at) ?? [];
      if (!portion || !said) return NOTHING;
      // A note about someone who has left the table is asked of everyone: no question of the model's.
      const guest = guestOf(portion);
      const isLast = listPortions(model, guest).length === 1;
      if (how === 'refund' && isLast && model.guests.get(guest)!.asks !== null) return NOTHING;
      const answer = await act(k, { do: 'settle', portion, how, reason: 'spoke to them by phone' });
      if (answer.refused !== null) return NOTHING;
      const { allergens = [], words = [] } = said as unknown as {
        allergens?: string[];
        words?: string[];
      };
      const food = foodNames(listRecipes(model, portion, said.versions));
      if (how === 'agree') model.agreed.set(portion, { names: [...allergens, ...words], food });
      return { did: true, moves: [portion.split('/')[0]!] };
    },
  }));

/** The office decides what waits, and else cancels an order or opens it again. */
export const officeStep = fc
  .record({ order: fc.nat(5), isReopened: fc.boolean() })
  .map(({ order, isReopened }): FoodStep => ({
    name: 'office',
    async take(model, k) {
      const waiting = [...model.pending].filter((key) => model.runs.has(key));
      const what = waiting.length > 0 ? 'keep' : isReopened ? 'reopen' : 'cancel';
      const others = [...model.runs.keys()].filter(
        (key) => (model.status.get(key) === 'cancelled') === isReopened,
      );
      const key = pick(what === 'keep' ? waiting : others, order);
      if (!key) return NOTHING;
      const answer: ActAnswer = await act(k, { do: what, order: key });
      return { did: answer.refused === null, moves: [key], name: what };
    },
  }));

export const needsStep = fc
  .record({ guest: fc.nat(9), needs: fc.constantFrom(...NEEDS), isStaff: fc.boolean() })
  .map(({ guest: at, needs: [allergens, avoid], isStaff }): FoodStep => ({
    name: isStaff ? 'edit needs' : 'customer changes needs',
    async take(model, k) {
      const guest = pick([...model.guests.keys()], at);
      const [key = '', name = ''] = guest?.split('/') ?? [];
      if (!guest || !model.runs.has(key)) return NOTHING;
      const needs = { [name]: { allergens, avoid } };
      const answer = await act(k, {
        do: 'edit',
        order: key,
        needs,
        ...(!isStaff && { by: 'customer' }),
      });
      if (answer.refused !== null) return NOTHING;
      const was = model.guests.get(guest)!;
      model.guests.set(guest, { ...was, allergens: [...allergens], avoid: [...avoid] });
      const isSame = [...was.allergens, ...was.avoid].join() === [...allergens, ...avoid].join();
      if (!isSame) for (const [portion] of listPortions(model, guest)) model.agreed.delete(portion);
      return { did: true, moves: [key] };
    },
  }));

export const clockStep = fc.constant<FoodStep>({
  name: 'clock',
  async take(model, k) {
    const next = TIMES.find((time) => time > model.now);
    if (!next) return NOTHING;
    model.now = next;
    await act(k, { do: 'clock', to: next });
    return { did: true };
  },
});
