/** What cooks, packers, drivers and the office do with bags, with what the model expects of each. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { addDays } from '#platform/rules/plain-date.ts';
import { expectedRefusal } from '#quality/food/food-model.ts';
import type { Act, Kitchen } from '#quality/food/kitchen.ts';
import { act } from '#quality/food/kitchen-acts.ts';
import {
  guestOf,
  voidChecks,
  isToday,
  mealOf,
  NOTHING,
  pick,
  listPortions,
  wordsToCheck,
  type Model,
  type StepOutcome,
  type FoodStep,
} from '#quality/food/model-state.ts';

export const cookStep = fc
  .record({ order: fc.nat(5), portion: fc.nat(3), count: fc.constantFrom(20, 20, -1) })
  .map(({ order, portion: at, count }): FoodStep => ({
    name: count > 0 ? 'cook' : 'untick',
    async take(model, k) {
      const key = pick([...model.runs.keys()], order);
      const portion = key && pick(listPortions(model, key), at);
      if (!portion) return NOTHING;
      const run = model.runs.get(key)!;
      const answer = await act(k, { do: 'tick', meal: mealOf(portion[0]), count, ...run });
      // Nobody cooks for a day further ahead than tomorrow.
      const isTooEarly = run.date > addDays(model.now.slice(0, 10), 1);
      expect(answer.refused === 400, JSON.stringify([run, answer])).toBe(isTooEarly);
      const same = [...model.runs].filter(
        ([, one]) => one.date === run.date && one.window === run.window,
      );
      return { did: answer.refused === null, moves: same.map(([one]) => one) };
    },
  }));

const MAY: Record<string, readonly string[]> = {
  'office cooked': ['planned', 'packed', 'out'],
  'office planned': ['cooked', 'packed', 'out', 'missed'],
  'office packed': ['planned', 'cooked', 'out'],
  'office out': ['planned', 'cooked', 'packed', 'missed'],
  'office delivered': ['planned', 'cooked', 'packed', 'out', 'missed'],
  'packer packed': ['planned', 'cooked'],
  'packer cooked': ['packed'],
  'driver out': ['planned', 'cooked', 'packed', 'missed'],
  'driver packed': ['out'],
  'driver delivered': ['planned', 'cooked', 'packed', 'out', 'missed'],
  'driver missed': ['planned', 'cooked', 'packed', 'out'],
};
export const ROUTES = Object.keys(MAY);
/** What needs a bag that came far, more often. */
const RARE = ['packer packed', 'packer cooked', 'driver out', 'driver packed'];
const CODES = ['not_ticked', 'not_checked', 'short', 'not_packed', 'too_early'] as const;

export const reportingStep = fc
  .record({
    order: fc.nat(5),
    route: fc.nat(20),
    confirm: fc.oneof(fc.constant([...CODES]), fc.constant([...CODES]), fc.subarray([...CODES])),
    isLate: fc.boolean(),
    isUndone: fc.nat(4).map((one) => one === 0),
  })
  .map(({ order, route: at, confirm, isLate, isUndone }): FoodStep => ({
    name: 'report',
    async take(model, k) {
      const today = [...model.status].filter(([key]) => model.runs.has(key) && isToday(model, key));
      const [key, before = ''] = pick(today, order) ?? [];
      const possible = [...ROUTES, ...RARE, ...RARE].filter((one) => MAY[one]!.includes(before));
      const route = pick(possible, at);
      if (!key || !route) return NOTHING;
      const [by = '', to = ''] = route.split(' ');
      // Before it was moved to today, it could not have left.
      const isFact = isLate && route === 'driver out' && model.movedAt.get(key) !== model.now;
      const bag = bagOf(model, key);
      const isOnBench = before === 'planned' || before === 'cooked';
      const expected = isFact ? null : expectedRefusal(bag, to, by, confirm);
      const answer = await act(k, {
        do: 'status',
        delivery: key,
        to,
        by,
        confirm,
        ...(isFact && { lateMinutes: 5 }),
        // What was missed is corrected with a reason, too.
        ...(['missed', 'planned'].includes(before === 'missed' ? before : to) && {
          reason: 'nobody at home',
        }),
      } as Act);
      const said = `${key} ${before} ${route} ${confirm.join()}`;
      expect([answer.refused, answer['code'] ?? null], said).toEqual([expected && 409, expected]);
      if (expected !== null) return NOTHING;
      const checked = new Map(model.checked);
      if (
        by === 'office' &&
        confirm.includes('not_checked') &&
        isOnBench &&
        ['packed', 'out'].includes(to)
      )
        for (const [guest] of model.guests) if (guest.startsWith(`${key}/`)) check(model, guest);
      if (by === 'office' && isUndone) {
        model.checked = checked;
        return undo(model, k, key, before);
      }
      if (before === 'packed' && ['cooked', 'planned'].includes(to)) voidChecks(model, key);
      return { did: true, moves: [key], name: route };
    },
  }));

async function undo(model: Model, k: Kitchen, key: string, before: string): Promise<StepOutcome> {
  const answer = await act(k, { do: 'undo' });
  const isBagged = before === 'packed' || before === 'out';
  const isHeld = bagOf(model, key).portions.some((one) => one.isHeld && one.mark !== 'missing');
  expect([answer.refused, answer['status']], `undo ${key}`).toEqual([
    null,
    isBagged && isHeld ? 'cooked' : before,
  ]);
  if (before === 'packed' && isHeld) voidChecks(model, key);
  return { did: true, moves: [key], name: 'undo' };
}

const check = (model: Model, guest: string) => model.checked.set(guest, wordsToCheck(model, guest));

function bagOf(model: Model, key: string) {
  const { date, window } = model.runs.get(key)!;
  const opens = Date.parse(`${date}T${window.slice(0, 5)}:00+10:00`);
  const portions = listPortions(model, key);
  const isUnchecked = [...model.guests].some(
    ([guest, { allergens, avoid }]) =>
      guest.startsWith(`${key}/`) &&
      allergens.length + avoid.length > 0 &&
      portions.some(([one]) => guestOf(one) === guest && model.marks.get(one) !== 'missing') &&
      model.checked.get(guest) !== wordsToCheck(model, guest),
  );
  return {
    status: model.status.get(key)!,
    isPending: model.pending.has(key),
    minutesEarly: (opens - Date.parse(`${model.now}:00+10:00`)) / 60_000,
    portions: portions.map(([one, { held }]) => ({
      isHeld: held,
      mark: model.marks.get(one) ?? ('open' as const),
    })),
    isUnchecked,
  };
}

/** A packer sees the bags of today and tomorrow. */
const onBench = (model: Model) =>
  [...model.status].filter(
    ([key, status]) =>
      ['planned', 'cooked'].includes(status) &&
      model.runs.get(key)?.date === model.now.slice(0, 10),
  );

export const packStep = fc
  .record({ order: fc.nat(5), missing: fc.constantFrom(null, null, null, 0, 1) })
  .map(({ order, missing: at }): FoodStep => ({
    name: at === null ? 'pack' : 'leave out',
    async take(model, k) {
      const [key] = pick(onBench(model), order) ?? [];
      if (!key) return NOTHING;
      const portions = listPortions(model, key).map(([portion]) => portion);
      const missing = at === null ? [] : [pick(portions, at)!];
      await act(k, { do: 'portions ticked', delivery: key, missing });
      for (const one of portions)
        model.marks.set(one, missing.includes(one) ? 'missing' : 'ticked');
      return { did: true };
    },
  }));

/** Everyone in a bag, one after the other. */
export const checkStep = fc.nat(5).map((order): FoodStep => ({
  name: 'check',
  async take(model, k) {
    const [key] = pick(onBench(model), order) ?? [];
    let did = false;
    for (const [guest, { allergens, avoid }] of model.guests) {
      const portionsOfGuest = listPortions(model, guest).filter(
        ([one]) => model.marks.get(one) !== 'missing',
      );
      const isOfBag =
        key !== undefined && guest.startsWith(`${key}/`) && portionsOfGuest.length > 0;
      if (!isOfBag || allergens.length + avoid.length === 0) continue;
      const answer = await act(k, { do: 'check', delivery: key, person: guest.split('/')[1]! });
      const isUnclear = portionsOfGuest.some(([, { verdict }]) =>
        ['clash', 'undeclared'].includes(verdict),
      );
      expect(answer.refused !== null, JSON.stringify([guest, answer])).toBe(isUnclear);
      if (isUnclear) continue;
      check(model, guest);
      did = true;
    }
    return { did };
  },
}));
