import type { MealWeekReply } from '#areas/customers/calls/ratings.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { DataTable } from '#platform/web/ui/layout/data-table.tsx';

/** Averages of meals, or of one meal week by week. */
export function MealWeeks({ title, rows }: { title: string; rows: readonly MealWeekReply[] }) {
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
