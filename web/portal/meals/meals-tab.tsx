import { MealEditor } from './meal-editor.tsx';
import { MealList } from './meal-list.tsx';
import { useMealsLocation } from './use-meals-location.ts';

/** Weekly Meals: the list, or the open meal. */
export function MealsTab() {
  const { openMeal } = useMealsLocation();
  return (
    <div className="py-5">
      {openMeal === null ? <MealList /> : <MealEditor key={openMeal} id={openMeal} />}
    </div>
  );
}
