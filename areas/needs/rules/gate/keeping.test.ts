import { expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { adviceFor } from '#areas/menu/rules/storage-advice.ts';
import { eatByOf, keepsUntil } from '#areas/needs/rules/gate/fits-diet.ts';

/** The week from Tuesday 1 to Monday 7 December 2026. */
const dec = (day: number) => `2026-12-0${day}`;

type Row = [
  arrives: number,
  eaten: number,
  shelfLifeDays: number | null,
  freezable: boolean | null,
];

const SOLD: [...Row, string | null][] = [
  [1, 1, 2, false, null],
  [1, 3, 2, false, null],
  [1, 4, 3, false, null],
  [1, 5, 3, true, 'Freeze on arrival'],
  [1, 7, 3, true, 'Freeze on arrival'],
  [1, 4, 2, true, 'Freeze on arrival'],
  [1, 5, 5, false, null],
  [1, 5, 5, true, 'Freeze on arrival'],
  [1, 4, null, null, null],
  [1, 5, null, true, 'Freeze on arrival'],
  [5, 5, 2, false, null],
  [3, 5, 2, false, null],
  [2, 4, 2, false, null],
];

test.each(SOLD)(
  'delivered on the %i., eaten on the %i., %j days, freezes: %j: is sold, with the advice %j',
  (arrives, eaten, shelfLifeDays, freezable, advice) => {
    const dates = { deliveryDate: dec(arrives), mealDate: dec(eaten) };
    const meal = { shelfLifeDays, freezable };
    expect(keepsUntil(meal, dates, defaultBusiness)).toBe(true);
    expect(adviceFor({ ...dates, meal }, defaultBusiness)).toBe(advice);
  },
);

const REFUSED: [...Row, number][] = [
  [1, 4, 2, false, 3],
  [1, 5, 3, false, 4],
  [1, 7, 5, false, 6],
  [1, 5, null, null, 4],
  [1, 5, 3, null, 4],
  [1, 4, 2, false, 3],
];

test.each(REFUSED)(
  'delivered on the %i., eaten on the %i., %j days, freezes: %j: is refused, to be eaten by the %i.',
  (arrives, eaten, shelfLifeDays, freezable, eatBy) => {
    const dates = { deliveryDate: dec(arrives), mealDate: dec(eaten) };
    const meal = { shelfLifeDays, freezable };
    expect(keepsUntil(meal, dates, defaultBusiness)).toBe(false);
    expect(eatByOf(meal, dates.deliveryDate, defaultBusiness)).toBe(dec(eatBy));
  },
);
