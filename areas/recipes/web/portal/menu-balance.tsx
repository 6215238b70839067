import { servedTypes, serviceOf, type ServiceType } from '#areas/business/rules/services.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import type { ReactNode } from 'react';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import {
  balanceMenu,
  type DayBalance,
  gapSentences,
  type Range,
} from '#areas/menu/rules/menu-balance.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { DIETS } from '#areas/needs/rules/food-needs.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { balancedMeal, type MenuRow } from './planned-menu.ts';

type MenuBalanceProps = {
  weekStart: PlainDate;
  entries: readonly MenuRow[];
  meals: readonly StaffMealReply[];
};

/** What each day offers, and what it lacks. */
export function MenuBalance({ weekStart, entries, meals }: MenuBalanceProps) {
  const { business } = useConfig();
  const served = servedTypes(business);
  const days = balanceMenu(
    weekStart,
    meals.map(balancedMeal),
    new Map(entries.map(({ mealId, days: on }) => [mealId, on])),
    business,
  );
  const countsOf = (count: Record<ServiceType, number>) =>
    served.map((type) => count[type]).join(', ');
  const gaps = gapSentences(days);
  const diets = DIETS.filter((diet) => days.some((day) => total(day.diets[diet]) > 0));
  return (
    <section className="grid gap-3" aria-label="Balance of the week">
      <h3 className="text-lg">Balance</h3>
      {gaps.length > 0 && (
        <Notice tone="warning" title="What is missing">
          <ul className="grid gap-1">
            {gaps.map((gap) => (
              <li key={gap}>{gap}</li>
            ))}
          </ul>
        </Notice>
      )}
      {/* Wider than a phone: it scrolls by itself. */}
      <div className="overflow-x-auto">
        <table className="w-full min-w-[44rem] border-collapse text-sm tabular-nums [&_td]:border-t [&_td]:border-line [&_td]:px-2 [&_td]:py-1.5 [&_th]:px-2 [&_th]:py-1.5 [&_th]:text-left">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">What</span>
              </th>
              {days.map(({ date }) => (
                <th key={date} scope="col">
                  {formatDayAndMonth(date)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Row
              name={served.map((type) => serviceOf(type, business).name).join(', ')}
              days={days}
              cell={({ meals: count }) => countsOf(count)}
            />
            <Row name="Cal" days={days} cell={({ calories }) => rangeText(calories)} />
            <Row name="Protein (g)" days={days} cell={({ protein }) => rangeText(protein)} />
            <Row
              name="Price"
              days={days}
              cell={({ priceCents }) => rangeText(priceCents, formatDollars)}
            />
            {diets.map((diet) => (
              <Row
                key={diet}
                name={diet}
                days={days}
                cell={({ diets: of }) => countsOf(of[diet])}
              />
            ))}
            <Row
              name="Allergens not entered"
              days={days}
              cell={({ undeclared }) => String(undeclared)}
            />
          </tbody>
        </table>
      </div>
    </section>
  );
}

type RowProps = {
  name: string;
  days: readonly DayBalance[];
  cell: (day: DayBalance) => ReactNode;
};

function Row({ name, days, cell }: RowProps) {
  return (
    <tr>
      <th scope="row" className="font-semibold whitespace-nowrap first-letter:uppercase">
        {name}
      </th>
      {days.map((day) => (
        <td key={day.date} className="whitespace-nowrap">
          {cell(day)}
        </td>
      ))}
    </tr>
  );
}

/** "420–560", and below it "mean 490". */
function rangeText(range: Range | null, format: (value: number) => string = String): ReactNode {
  if (!range) return '–';
  const { lowest, mean, highest } = range;
  if (lowest === highest) return format(lowest);
  return (
    <>
      {format(lowest)}–{format(highest)}
      <span className="block text-ink-soft">mean {format(mean)}</span>
    </>
  );
}

function total({ lunch, dinner }: Record<ServiceType, number>): number {
  return lunch + dinner;
}
