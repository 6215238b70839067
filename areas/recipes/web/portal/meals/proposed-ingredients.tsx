import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useEditedMealHere } from './edited-meal.ts';
import { useDerivedMeal } from '#areas/recipes/web/portal/use-derived-meal.ts';

/** The ingredient list that the recipe gives, beside the declared text. It replaces nothing that nobody chose. */
export function ProposedIngredients({ meal }: { meal: StaffMealReply }) {
  const { draft, change } = useEditedMealHere();
  const { derived } = useDerivedMeal(meal);
  const proposed = derived?.ingredientList ?? '';
  if (proposed === '' || proposed === draft.ingredients) return null;
  return (
    <div className="grid gap-2 rounded-2xl bg-sunken p-3">
      <p className="text-sm wrap-anywhere">
        <strong>By its recipe:</strong> {proposed}
      </p>
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start"
        onClick={() => change({ ingredients: proposed })}
      >
        Use this ingredient list
      </Button>
    </div>
  );
}
