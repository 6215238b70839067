import { MEAL_TYPES, type MealType } from '#areas/menu/rules/meal.ts';
import { useSearchParams, withValues } from '#platform/web/navigation/address.ts';

export const MEAL_SHOWS = ['current', 'active', 'inactive', 'archived'] as const;
export type MealShow = (typeof MEAL_SHOWS)[number];

export type MealFilter = { q: string; type: MealType | null; show: MealShow };

/** Which meals are listed, which one is open and which ran out, from the address. */
export function useMealsLocation() {
  const [params, setParams] = useSearchParams();
  const open = params.get('meal');
  const ranOut = params.get('runOut');
  const limited = params.get('limit');

  type Change = Parameters<typeof withValues>[1];
  const linkWith = (change: Change) => `?${withValues(params, change).toString()}`;
  const set = (change: Change) => setParams(withValues(params, change), { replace: true });
  const linkTo = (meal: number | 'new' | null) =>
    linkWith({ recipe: null, meal: meal === null ? null : String(meal) });

  return {
    filter: filterOf(params),
    setFilter: (change: Partial<Record<'type' | 'show', string>>) => set(change),
    openMeal: openMealOf(open),
    linkTo,
    /** For a new meal: by the form of all fields. */
    isWithoutRecipe: params.get('recipe') === 'none',
    linkWithoutRecipe: `${linkTo('new')}&recipe=none`,
    /** `from`: the first day of it; null: today. */
    ranOut: ranOut === null ? null : { mealId: Number(ranOut), from: params.get('date') },
    linkToRunOut: (mealId: number) => linkWith({ runOut: String(mealId) }),
    /** The meal whose limits are open. */
    limitedId: limited === null ? null : Number(limited),
    linkToLimits: (mealId: number) => linkWith({ limit: String(mealId) }),
    closeLimits: () => set({ limit: null }),
    closeRunOut: () => set({ runOut: null, date: null }),
  };
}

/** NaN if the address names an impossible meal. */
function openMealOf(text: string | null): number | 'new' | null {
  if (text === null || text === 'new') return text;
  return Number(text);
}

function filterOf(params: URLSearchParams): MealFilter {
  return {
    q: params.get('q') ?? '',
    type: MEAL_TYPES.find((type) => type === params.get('type')) ?? null,
    show: MEAL_SHOWS.find((show) => show === params.get('show')) ?? 'current',
  };
}
