import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MealWeekReply, listRatings } from '#areas/customers/calls/ratings.ts';
import type { z } from 'zod';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { type Dispatch, type SetStateAction, useState } from 'react';
import { type RatingFilter, ratingsQuery } from './aftercare-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { RatingRow } from './rating-row.tsx';
import { formatDate } from '#platform/rules/plain-date.ts';
import { DataTable } from '#platform/web/ui/layout/data-table.tsx';

/** What customers say of meals: by meal, by week, word by word. */
export function RatingsTab() {
  const [filter, setFilter] = useState<RatingFilter>({});
  const list = useQuery({ ...ratingsQuery(filter), placeholderData: keepPreviousData });
  return (
    <section className="grid gap-6 py-5">
      <h2 className="text-xl">Ratings</h2>
      <Loaded query={list} what="the ratings">
        {(ratings) => <Ratings found={ratings} filter={filter} onFilter={setFilter} />}
      </Loaded>
    </section>
  );
}

type RatingsProps = {
  found: z.infer<typeof listRatings.reply>;
  filter: RatingFilter;
  onFilter: Dispatch<SetStateAction<RatingFilter>>;
};

function Ratings({ found, filter, onFilter: setFilter }: RatingsProps) {
  const { meals, weeks, ratings, nextCursor } = found;
  if (meals.length === 0)
    return (
      <EmptyState title="No ratings yet">
        Customers are asked by email a day after their last delivery.
      </EmptyState>
    );
  return (
    <>
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
    </>
  );
}

/** Averages of meals, or of one meal week by week. */
function MealWeeks({ title, rows }: { title: string; rows: readonly MealWeekReply[] }) {
  return (
    <div className="grid gap-2">
      <h3 className="text-lg">{title}</h3>
      <DataTable
        caption={title}
        rows={rows}
        keyOf={({ mealId, week }) => `${mealId} ${week ?? ''}`}
        columns={[
          {
            name: 'meal',
            header: rows[0]?.week === null ? 'Meal' : 'Week from',
            cell: ({ mealName, week }) => (week === null ? mealName : formatDate(week)),
          },
          {
            name: 'average',
            header: 'Stars',
            align: 'end',
            cell: ({ average }) => <span className="tabular-nums">{average}</span>,
          },
          {
            name: 'count',
            header: 'Ratings',
            align: 'end',
            cell: ({ count }) => <span className="tabular-nums">{count}</span>,
          },
        ]}
      />
    </div>
  );
}
