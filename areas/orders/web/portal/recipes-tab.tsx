import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import type { ChangedRecipeReply } from '#areas/orders/calls/recipe-alerts.ts';
import { recipeAlertsQuery } from '#areas/orders/web/portal/recipe-alerts-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { useMayDo } from '#platform/web/api/session.ts';
import { GivenFood } from './given-food.tsx';
import { AlertCard } from './alert-card.tsx';

/** Every portion that is on hold, or lost a diet or a wish, until each is settled. */
export function RecipesTab() {
  const list = useQuery(recipeAlertsQuery);
  const open = list.data?.open ?? 0;
  return (
    <section className="grid gap-6 py-5">
      <GivenFood />
      <h2 className="text-xl">Recipes to settle{open > 0 && ` (${open})`}</h2>
      <Loaded query={list} what="the recipes to settle">
        {({ recipes }) => (
          <>
            {open === 0 && (
              <EmptyState title="No recipes to settle">
                When a meal that someone has paid for is on hold, or no longer fits their diet, it
                is listed here with their phone number.
              </EmptyState>
            )}
            {recipes.map((recipe) => (
              <ChangedRecipe key={recipe.mealId} recipe={recipe} />
            ))}
          </>
        )}
      </Loaded>
    </section>
  );
}

function ChangedRecipe({ recipe }: { recipe: ChangedRecipeReply }) {
  const formatInstant = useFormatInstant();
  // Email addresses of colleagues are not for the kitchen.
  const seesWho = useMayDo('seeHistory');
  const { mealName, change, savedBy, savedAt, settled, total, alerts } = recipe;
  return (
    <section className="grid gap-3">
      <div>
        <h3 className="text-lg">
          {mealName}: {change}
        </h3>
        <p className="text-sm break-words text-ink-soft">
          {seesWho && savedBy !== null && `${savedBy}, `}
          {formatInstant(savedAt)}. {settled} of {total} settled.
        </p>
      </div>
      <ul className="grid gap-3 lg:grid-cols-2">
        {alerts.map((alert) => (
          <AlertCard key={alert.id} alert={alert} mealName={mealName} />
        ))}
      </ul>
    </section>
  );
}
