import { useMayDo } from '#platform/web/api/session.ts';
import { MealEditor } from './meal-editor.tsx';
import { MealList } from './meal-list.tsx';
import { useMealsLocation } from './meal-table.tsx';

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
