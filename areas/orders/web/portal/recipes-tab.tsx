import { useQuery } from '@tanstack/react-query';
import type { ChangedRecipeReply } from '#areas/orders/calls/recipe-alerts.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { recipeAlertsQuery } from '#areas/orders/web/portal/recipe-alerts-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { useMayDo } from '#platform/web/api/session.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { GivenFood } from './given-food.tsx';
import { AlertCard } from './alert-card.tsx';

/** Every portion that is on hold, or lost a diet or a wish, until each is settled. */
export function RecipesTab() {
  const { data, error, isFetching, refetch } = useQuery(recipeAlertsQuery);
  return (
    <section className="grid gap-6 py-5" aria-busy={!data && isFetching}>
      <GivenFood />
      <h2 className="text-xl">Food to settle{data && data.open > 0 && ` (${data.open})`}</h2>
      {data && error && (
        <Notice tone="warning" announce="polite" title="This may be out of date">
          <p>{describeFailure(error)}</p>
        </Notice>
      )}
      {data?.open === 0 && (
        <EmptyState title="No recipes to settle">
          When a meal that someone has paid for is on hold, or no longer fits their diet, it is
          listed here with their phone number.
        </EmptyState>
      )}
      {data?.recipes.map((recipe) => (
        <ChangedRecipe key={recipe.mealId} recipe={recipe} />
      ))}
      {!data && error && !isFetching && (
        <ErrorState
          title="We couldn’t load the recipes to settle"
          message={describeFailure(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && isFetching && (
        <div role="status" className="grid gap-3">
          <span className="sr-only">Loading the recipes to settle</span>
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-48 w-full" />
        </div>
      )}
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
