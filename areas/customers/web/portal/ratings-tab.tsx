import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { type RatingFilter, ratingsQuery } from '#areas/customers/web/portal/aftercare-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { MealWeeks } from './meal-weeks.tsx';
import { RatingRow } from './rating-row.tsx';

/** What customers say of meals: by meal, by week, word by word. */
export function RatingsTab() {
  const [filter, setFilter] = useState<RatingFilter>({});
  const { data, error, isFetching, refetch } = useQuery({
    ...ratingsQuery(filter),
    placeholderData: keepPreviousData,
  });
  if (!data && error && !isFetching)
    return (
      <ErrorState
        title="We couldn’t load the ratings"
        message={describeFailure(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data)
    return (
      <div role="status" className="py-5">
        <span className="sr-only">Loading the ratings</span>
        <Skeleton className="h-64 w-full" />
      </div>
    );
  const { meals, weeks, ratings, nextCursor } = data;
  if (meals.length === 0)
    return (
      <div className="py-5">
        <EmptyState title="No ratings yet">
          Customers are asked by email a day after their last delivery.
        </EmptyState>
      </div>
    );
  return (
    <section className="grid gap-6 py-5">
      <h2 className="text-xl">Ratings</h2>
      <MealWeeks title="Meals, the lowest first" rows={meals} />
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Meal"
          value={filter.mealId ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setFilter(({ words }) => ({
              ...(words && { words }),
              ...(value !== '' && { mealId: value }),
            }))
          }
        >
          <option value="">All meals</option>
          {meals.map(({ mealId, mealName }) => (
            <option key={mealId} value={mealId}>
              {mealName}
            </option>
          ))}
        </SelectField>
        <CheckChip
          checked={filter.words === 'yes'}
          onToggle={() =>
            setFilter(({ mealId, words }) => ({
              ...(mealId !== undefined && { mealId }),
              ...(!words && { words: 'yes' as const }),
            }))
          }
        >
          With words
        </CheckChip>
      </div>
      {weeks.length > 0 && <MealWeeks title="Week by week" rows={weeks} />}
      {ratings.length === 0 && <p className="text-ink-soft">No ratings like this.</p>}
      <ul aria-label="Ratings, newest first" className="grid gap-3">
        {ratings.map((rating) => (
          <RatingRow key={rating.id} rating={rating} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {filter.cursor !== undefined && (
          <Button
            variant="secondary"
            size="small"
            onClick={() => setFilter(({ cursor: _cursor, ...rest }) => rest)}
          >
            Newest
          </Button>
        )}
        {nextCursor !== null && (
          <Button
            variant="secondary"
            size="small"
            onClick={() => setFilter((before) => ({ ...before, cursor: String(nextCursor) }))}
          >
            Older
          </Button>
        )}
      </div>
    </section>
  );
}
