import { useMayDo } from '#platform/web/api/session.ts';
import { MealEditor } from './meal-editor.tsx';
import { MealList } from './meal-list.tsx';
import { useMealsLocation } from './meal-table.tsx';

/** Weekly Meals: the list, or the open meal for those who may change it. */
export function MealsTab() {
  const { openMeal } = useMealsLocation();
  const isEditor = useMayDo('editMeals');
  return openMeal === null || !isEditor ? (
    <MealList />
  ) : (
    <div className="py-5">
      <MealEditor key={openMeal} id={openMeal} />
    </div>
  );
}
