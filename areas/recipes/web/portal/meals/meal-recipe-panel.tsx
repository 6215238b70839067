import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useMayDo } from '#platform/web/api/session.ts';
import { DerivedPanel } from '#areas/recipes/web/derived-panel.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { useDerivedMeal } from '#areas/recipes/web/portal/use-derived-meal.ts';

/** Allergens, nutrition and cost by the meal's recipe, beside what it declares. */
export function MealRecipePanel({ meal }: { meal: StaffMealReply }) {
  const { derived, query, mayLook } = useDerivedMeal(meal);
  const mayEdit = useMayDo('editRecipes');
  if (!mayLook) return null;
  return (
    <section aria-labelledby="recipe-heading" className="grid content-start gap-3">
      <h3 id="recipe-heading" className="text-lg">
        Recipe
      </h3>
      <Loaded query={query} what="the recipe" kind="detail">
        {() =>
          derived ? (
            <DerivedPanel meal={meal} derived={derived} />
          ) : (
            <p className="text-ink-soft">
              No recipe yet. With one, the portal works out allergens, nutrition and cost.
            </p>
          )
        }
      </Loaded>
      {meal.archivedAt === null && derived !== undefined && (
        <div>
          <Link
            to={paths.admin({ tab: 'cookbook', part: 'meals', open: meal.id })}
            className={buttonClass('secondary', 'small')}
          >
            {recipeLink(derived === null, mayEdit)}
          </Link>
        </div>
      )}
    </section>
  );
}

function recipeLink(isNew: boolean, mayEdit: boolean): string {
  if (!mayEdit) return 'Open the recipe';
  return isNew ? 'Add a recipe' : 'Edit the recipe';
}
