/** Which lunch and dinner on the menu come closest to what two meals should provide. Ours. */

export type PairMeal = { id: number; calories: number; protein: number };
export type MealPair<Meal extends PairMeal> = {
  lunch: Meal;
  dinner: Meal;
  /** kcal of both. */
  calories: number;
};

/** A pair within this share of the target is said to fit. */
const CLOSE_SHARE = 0.1;

/**
 * The pairs closest to `serviceKcal`, closest first, then by protein. No meal is in two pairs while others are left.
 */
export function chooseMealPairs<Meal extends PairMeal>(
  menu: { lunches: readonly Meal[]; dinners: readonly Meal[] },
  serviceKcal: number,
  count: number,
): MealPair<Meal>[] {
  const ranked = menu.lunches
    .flatMap((lunch) =>
      menu.dinners.map((dinner) => ({ lunch, dinner, calories: lunch.calories + dinner.calories })),
    )
    .toSorted(
      (a, b) =>
        Math.abs(a.calories - serviceKcal) - Math.abs(b.calories - serviceKcal) ||
        proteinOf(b) - proteinOf(a) ||
        a.lunch.id - b.lunch.id ||
        a.dinner.id - b.dinner.id,
    );
  const chosen: MealPair<Meal>[] = [];
  for (const pair of ranked) {
    const isFresh = chosen.every(
      (other) => other.lunch.id !== pair.lunch.id && other.dinner.id !== pair.dinner.id,
    );
    if (isFresh && chosen.length < count) chosen.push(pair);
  }
  const repeats = ranked.filter((pair) => !chosen.includes(pair));
  return [...chosen, ...repeats.slice(0, count - chosen.length)];
}

export function isPairClose(pair: { calories: number }, serviceKcal: number): boolean {
  return Math.abs(pair.calories - serviceKcal) <= CLOSE_SHARE * serviceKcal;
}

function proteinOf({ lunch, dinner }: MealPair<PairMeal>): number {
  return lunch.protein + dinner.protein;
}
