/** What came or comes, as it stands on the table: dish by dish, whose it is, and which is eaten first. Ours. */
import type { MealType } from '#areas/menu/rules/meal.ts';
import type { MissingReason } from '#areas/order-book/rules/pack-bag.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';

/** A portion as both pages have it. */
export type TablePortion = {
  personName: string;
  mealName: string;
  mealType: MealType;
  mealDate: PlainDate;
  allergens: readonly string[] | null;
  agreed: string | null;
  onHold: string | null;
  advice: string | null;
  isPaidBack?: boolean;
  /** Said of what was paid back. */
  price?: string;
  heating: string;
  storage: string;
  useBy: PlainDate | null;
  freezable: boolean | null;
  isWarm: boolean;
  missing: MissingReason | null;
};

export type TableDish<Portion extends TablePortion> = Portion & {
  key: string;
  /** On whose boxes it is: "Mia", "Leo ×2". */
  names: string[];
  portions: number;
};

/** Portions of one dish for one meal day, of which everything that is said is the same, in one. */
export function dishesOf<Portion extends TablePortion>(
  portions: readonly Portion[],
): TableDish<Portion>[] {
  return [...Map.groupBy(portions, tableKey)].flatMap(([key, alike]) => {
    const [first] = alike;
    if (!first) return [];
    const boxes = Map.groupBy(alike, ({ personName }) => personName);
    const names = [...boxes].map(([name, { length }]) =>
      length === 1 ? name : `${name} ×${length}`,
    );
    return [{ ...first, key, names, portions: alike.length }];
  });
}

function tableKey(portion: TablePortion): string {
  const { mealDate, mealType, mealName, allergens, heating, storage, useBy, freezable } = portion;
  const { onHold, agreed, advice, isPaidBack = false, price, isWarm, missing } = portion;
  return JSON.stringify([
    [mealDate, mealType, mealName, allergens, heating, storage, useBy, freezable],
    [onHold, agreed, advice, isPaidBack && price, isWarm, missing],
  ]);
}

/** The first is eaten first: the earliest use-by, what does not freeze before what does, then the day it is meant for. */
export function inEatingOrder<Portion extends TablePortion>(
  dishes: readonly TableDish<Portion>[],
): TableDish<Portion>[] {
  return dishes.toSorted(
    (one, other) =>
      compare(eatingKey(one), eatingKey(other)) || compare(other.mealType, one.mealType),
  );
}

function eatingKey({ useBy, freezable, mealDate }: TablePortion): string {
  return [useBy ?? '9999-12-31', freezable === true ? 1 : 0, mealDate].join();
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

export type OnTheTable<Portion extends TablePortion> = {
  /** Not to be eaten, or on hold: neither eaten first nor heated. */
  held: TableDish<Portion>[];
  /** Not in the bag. */
  missing: TableDish<Portion>[];
  past: TableDish<Portion>[];
  /** The dishes whose turn it is. */
  first: TableDish<Portion>[];
  later: TableDish<Portion>[];
};

/** What is in the fridge on that day. */
export function onTheTable<Portion extends TablePortion>(
  portions: readonly Portion[],
  today: PlainDate,
): OnTheTable<Portion> {
  const dishes = inEatingOrder(dishesOf(portions));
  const missing = dishes.filter((dish) => dish.missing !== null);
  const came = dishes.filter((dish) => dish.missing === null);
  const held = came.filter(({ onHold }) => onHold !== null);
  const eaten = came.filter(({ onHold }) => onHold === null);
  const past = eaten.filter(({ useBy }) => useBy !== null && useBy < today);
  const good = eaten.filter((dish) => !past.includes(dish));
  const turn = good[0] && eatingKey(good[0]);
  const first = good.filter((dish) => eatingKey(dish) === turn);
  return { held, missing, past, first, later: good.filter((dish) => !first.includes(dish)) };
}
