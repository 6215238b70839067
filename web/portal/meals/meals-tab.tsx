import { MealEditor } from './meal-editor.tsx';
import { MealList } from './meal-list.tsx';
import { useMealsPlace } from './use-meals-place.ts';

/** Weekly Meals: the list, or the open meal. */
export function MealsTab() {
  const { openMeal } = useMealsPlace();
  return (
    <div className="py-5">
      {openMeal === null ? <MealList /> : <MealEditor key={openMeal} id={openMeal} />}
    </div>
  );
}
