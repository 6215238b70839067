/** Which meals on the menu, one of each service, come closest to what a day's meals should provide. Ours. */

export type PairMeal = { id: number; calories: number; protein: number };
export type MealPair<Meal extends PairMeal> = {
  /** One of each service, in the sequence of a day. */
  meals: readonly Meal[];
  /** kcal of them all. */
  calories: number;
};

/** A pair within this share of the target is said to fit. */
const CLOSE_SHARE = 0.1;

/**
 * The pairs closest to `serviceKcal`, closest first, then by protein. No meal is in two pairs while others are left.
 */
export function chooseMealPairs<Meal extends PairMeal>(
  /** The meals of each service. */
  menu: readonly (readonly Meal[])[],
  serviceKcal: number,
  count: number,
): MealPair<Meal>[] {
  const ranked = menu
    .reduce<Meal[][]>(
      (days, meals) => days.flatMap((day) => meals.map((meal) => [...day, meal])),
      [[]],
    )
    .filter((meals) => meals.length > 0)
    .map((meals) => ({ meals, calories: sumOf(meals, 'calories') }))
    .toSorted(
      (a, b) =>
        Math.abs(a.calories - serviceKcal) - Math.abs(b.calories - serviceKcal) ||
        sumOf(b.meals, 'protein') - sumOf(a.meals, 'protein') ||
        idsBefore(a.meals, b.meals),
    );
  const chosen: MealPair<Meal>[] = [];
  for (const pair of ranked) {
    const isFresh = chosen.every((other) =>
      other.meals.every((meal) => !pair.meals.includes(meal)),
    );
    if (isFresh && chosen.length < count) chosen.push(pair);
  }
  const repeats = ranked.filter((pair) => !chosen.includes(pair));
  return [...chosen, ...repeats.slice(0, count - chosen.length)];
}

export function isPairClose(pair: { calories: number }, serviceKcal: number): boolean {
  return Math.abs(pair.calories - serviceKcal) <= CLOSE_SHARE * serviceKcal;
}

function sumOf(meals: readonly PairMeal[], number: 'calories' | 'protein'): number {
  return meals.reduce((sum, meal) => sum + meal[number], 0);
}

function idsBefore(a: readonly PairMeal[], b: readonly PairMeal[]): number {
  const at = a.findIndex(({ id }, index) => id !== b[index]?.id);
  return (a[at]?.id ?? 0) - (b[at]?.id ?? 0);
}
