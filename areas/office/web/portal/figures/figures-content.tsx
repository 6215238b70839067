import type { FiguresReply } from '#areas/office/calls/figures.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { amountInDollars, formatDollars } from '#platform/rules/money.ts';
import {
  CompareTable,
  FigurePart,
  barsOf,
  bestAndWorst,
  type BothSides,
  describeFilled,
  describeWindow,
} from './compare-table.tsx';

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
      empty={meals.length === 0 && 'No deliveries in these weeks'}
      chart={{
        label: 'Bar chart: portions of the most and least chosen meals',
        names,
        isList: true,
        rows: bestAndWorst(meals).map(({ name, portions }) => ({ name, ...portions })),
      }}
    >
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
    </FigurePart>
  );
}

export function WindowsPart({ figures: { windows }, names }: PartProps) {
  return (
    <FigurePart
      title="Windows filled"
      about="Places booked of those offered. A closed window offers no more than what is booked in it."
      empty={windows.length === 0 && 'No delivery windows in these weeks'}
      chart={{
        label: 'Bar chart: places booked and offered in each window',
        names: { now: 'Booked', before: 'Offered' },
        isList: true,
        rows: windows.map((window) => ({
          name: describeWindow(window),
          now: window.booked.now,
          before: window.capacity.now,
        })),
      }}
    >
      <CompareTable
        caption="Places booked by window"
        rows={windows}
        keyOf={describeWindow}
        header="Window"
        name={describeWindow}
        names={names}
        value={({ booked, capacity }, side) => describeFilled(booked[side], capacity[side])}
      />
    </FigurePart>
  );
}

export function SuburbsPart({ figures: { suburbs }, names }: PartProps) {
  const nameOf = (suburb: string) => (suburb === '' ? 'Erased customers' : suburb);
  return (
    <FigurePart
      title="Suburbs"
      about="Deliveries of these days to each suburb, without cancelled ones."
      empty={suburbs.length === 0 && 'No deliveries in these weeks'}
      chart={{
        label: 'Bar chart: deliveries by suburb',
        names,
        isList: true,
        rows: suburbs.map(({ suburb, deliveries }) => ({
          name: nameOf(suburb),
          ...deliveries,
        })),
      }}
    >
      <CompareTable
        caption="Deliveries by suburb"
        rows={suburbs}
        keyOf={({ suburb }) => suburb}
        header="Suburb"
        name={({ suburb }) => nameOf(suburb)}
        names={names}
        value={({ deliveries, portions }, side) => `${deliveries[side]} (${portions[side]} meals)`}
      />
    </FigurePart>
  );
}

export function RefundsPart({ figures: { refunds }, names }: PartProps) {
  return (
    <FigurePart
      title="Refunds by reason"
      about="Money that went back to cards in these days, by the reason recorded. A refund that failed later is taken off on the day it failed."
      empty={refunds.length === 0 && 'No refunds in these weeks'}
      chart={{
        label: 'Bar chart: refunds by reason',
        names,
        isList: true,
        format: inDollars,
        rows: refunds.map(({ reason, amount }) => ({ name: reason, ...barsOf(amount) })),
      }}
    >
      <CompareTable
        caption="Refunds by reason, most money first"
        rows={refunds}
        keyOf={({ reason }) => reason}
        header="Reason"
        name={({ reason }) => reason}
        names={names}
        value={({ amount, count }, side) => `${amountInDollars(amount[side])} (${count[side]})`}
      />
    </FigurePart>
  );
}

const WASTE_LABELS: Record<keyof FiguresReply['waste'], string> = {
  missedPortions: 'Portions not delivered',
  cookedThenCancelled: 'Portions cooked, then cancelled',
  runOutPortions: 'Portions short when a meal ran out',
  missedDeliveries: 'Deliveries missed',
  runOuts: 'Times a meal ran out',
};

const WASTE = Object.keys(WASTE_LABELS) as (keyof FiguresReply['waste'])[];

const WASTED_PORTIONS = ['missedPortions', 'cookedThenCancelled', 'runOutPortions'] as const;

export function WastePart({ figures: { waste }, names }: PartProps) {
  const isAny = (kinds: readonly (keyof FiguresReply['waste'])[]) =>
    kinds.some((kind) => waste[kind].now + waste[kind].before > 0);
  return (
    <FigurePart
      title="Waste"
      about="What is recorded: missed deliveries, deliveries cancelled after they were ticked off as cooked, and meals declared to have run out. What cooks threw away is under Food."
      empty={!isAny(WASTE) && 'No waste recorded in these weeks'}
      chart={
        isAny(WASTED_PORTIONS) && {
          label: 'Bar chart: portions wasted or short',
          names,
          isList: true,
          rows: WASTED_PORTIONS.map((kind) => ({ name: WASTE_LABELS[kind], ...waste[kind] })),
        }
      }
    >
      <CompareTable
        caption="Waste as recorded"
        rows={WASTE}
        keyOf={(kind) => kind}
        header="What"
        name={(kind) => WASTE_LABELS[kind]}
        names={names}
        value={(kind, side) => waste[kind][side]}
      />
    </FigurePart>
  );
}
