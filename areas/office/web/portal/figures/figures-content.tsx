import type { FiguresReply } from '#areas/office/calls/figures.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { amountInDollars, formatDollars } from '#platform/rules/money.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { CompareTable, FigurePart } from './compare-table.tsx';
import {
  barsOf,
  bestAndWorst,
  type BothSides,
  describeFilled,
  describeWindow,
} from './describe-figures.ts';

type PartProps = { figures: FiguresReply; names: BothSides<string> };

const inDollars = (amount: number) => formatDollars(Math.round(amount * 100));

export function SalesPart({ figures: { points, step }, names }: PartProps) {
  const label = step === 'day' ? 'day' : 'week';
  return (
    <FigurePart
      title={`Revenue by ${label}`}
      about="What was taken by card less what was refunded, on the day it happened. Beside each is the same day of the time before."
      chart={{
        label: `Bar chart: revenue by ${label}`,
        names,
        format: inDollars,
        rows: points.map(({ date, net }) => ({ name: formatDayAndMonth(date), ...barsOf(net) })),
      }}
    >
      <CompareTable
        caption={`Revenue and orders by ${label}`}
        rows={points}
        keyOf={({ date }) => date}
        header={step === 'day' ? 'Day' : 'Week from'}
        name={({ date }) => formatDayAndMonth(date)}
        names={names}
        value={({ net, orders }, side) =>
          `${amountInDollars(net[side])} (${orders[side]} ${orders[side] === 1 ? 'order' : 'orders'})`
        }
      />
    </FigurePart>
  );
}

export function MealsPart({ figures: { meals }, names }: PartProps) {
  return (
    <FigurePart
      title="Best and worst meals"
      about="Portions of each meal in deliveries of these days, without cancelled ones. The chart shows the five most and the five least chosen."
      chart={
        meals.length === 0
          ? null
          : {
              label: 'Bar chart: portions of the most and least chosen meals',
              names,
              isList: true,
              rows: bestAndWorst(meals).map(({ name, portions }) => ({ name, ...portions })),
            }
      }
    >
      {meals.length === 0 ? (
        <EmptyState title="No deliveries in these weeks" />
      ) : (
        <CompareTable
          caption="Portions by meal, most chosen first"
          rows={meals}
          keyOf={({ mealId }) => mealId}
          header="Meal"
          name={({ name }) => name}
          names={names}
          value={({ portions, amount }, side) =>
            `${portions[side]} for ${amountInDollars(amount[side])}`
          }
        />
      )}
    </FigurePart>
  );
}

export function WindowsPart({ figures: { windows }, names }: PartProps) {
  return (
    <FigurePart
      title="Windows filled"
      about="Places booked of those offered. A closed window offers no more than what is booked in it."
      chart={
        windows.length === 0
          ? null
          : {
              label: 'Bar chart: places booked and offered in each window',
              names: { now: 'Booked', before: 'Offered' },
              isList: true,
              rows: windows.map((window) => ({
                name: describeWindow(window),
                now: window.booked.now,
                before: window.capacity.now,
              })),
            }
      }
    >
      {windows.length === 0 ? (
        <EmptyState title="No delivery windows in these weeks" />
      ) : (
        <CompareTable
          caption="Places booked by window"
          rows={windows}
          keyOf={describeWindow}
          header="Window"
          name={describeWindow}
          names={names}
          value={({ booked, capacity }, side) => describeFilled(booked[side], capacity[side])}
        />
      )}
    </FigurePart>
  );
}

export function SuburbsPart({ figures: { suburbs }, names }: PartProps) {
  const nameOf = (suburb: string) => (suburb === '' ? 'Erased customers' : suburb);
  return (
    <FigurePart
      title="Suburbs"
      about="Deliveries of these days to each suburb, without cancelled ones."
      chart={
        suburbs.length === 0
          ? null
          : {
              label: 'Bar chart: deliveries by suburb',
              names,
              isList: true,
              rows: suburbs.map(({ suburb, deliveries }) => ({
                name: nameOf(suburb),
                ...deliveries,
              })),
            }
      }
    >
      {suburbs.length === 0 ? (
        <EmptyState title="No deliveries in these weeks" />
      ) : (
        <CompareTable
          caption="Deliveries by suburb"
          rows={suburbs}
          keyOf={({ suburb }) => suburb}
          header="Suburb"
          name={({ suburb }) => nameOf(suburb)}
          names={names}
          value={({ deliveries, portions }, side) =>
            `${deliveries[side]} (${portions[side]} meals)`
          }
        />
      )}
    </FigurePart>
  );
}
