import { addressOf } from '#platform/web/api/client.ts';
import { DAYS_IN_WEEK } from '#platform/rules/durations.ts';
import { freshQuery } from '#platform/web/api/call-query.ts';
import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import {
  type FiguresReply,
  downloadDays,
  downloadDocuments,
  getFigures,
  type MealFood,
  type FoodFiguresReply,
  downloadFood,
  downloadForecasts,
  getFoodFigures,
} from '#areas/office/calls/figures.ts';
import { isPlainDate, addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { MOST_FIGURE_WEEKS } from '#areas/office/rules/figure-periods.ts';
import { useSearchParams, withValues } from '#platform/web/navigation/address.ts';
import {
  describeDays,
  describeSides,
  barsOf,
  type BothSides,
  describeChange,
  dollarsIfKnown,
  FigurePart,
  ShortTable,
} from './compare-table.tsx';
import {
  MealsPart,
  SalesPart,
  SuburbsPart,
  WindowsPart,
  RefundsPart,
  WastePart,
} from './figures-content.tsx';
import { buttonClass, Button } from '#platform/web/ui/form/button.tsx';
import { ForecastPart, MarginPart, type PartProps } from './food-parts.tsx';
import { formatQuantity } from '#areas/menu/rules/units.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { type Column, StatList } from '#platform/web/ui/layout/data-table.tsx';
import { amountInDollars } from '#platform/rules/money.ts';
import { useState } from 'react';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';

/** How the business goes, week against week. The address names the weeks; without, that of yesterday. */
export function FiguresTab() {
  const [params, setParams] = useSearchParams();
  const chosen = weeksOf(params);
  const figures = useQuery(
    freshQuery(['figures', chosen], getFigures, { query: queryOf(chosen) }, AS_BEFORE),
  );

  const choose = ({ week, weeks }: FigureWeeks) =>
    setParams(withValues(params, { week, weeks: String(weeks) }), { preventScrollReset: true });
  return (
    <section className="grid gap-5 py-5" aria-busy={figures.isFetching}>
      <h2 className="text-xl">Figures</h2>
      <ChooseWeeks chosen={chosen} shown={figures.data ?? null} onChoose={choose} />
      <Loaded query={figures} what="the figures">
        {(shown) => (
          <>
            <Figures figures={shown} />
            <FiguresOfFood chosen={chosen} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function weeksOf(params: URLSearchParams): FigureWeeks {
  const week = params.get('week') ?? '';
  const weeks = Number(params.get('weeks') ?? 1);
  const isCount = Number.isInteger(weeks) && weeks >= 1 && weeks <= MOST_FIGURE_WEEKS;
  return { week: isPlainDate(week) ? week : null, weeks: isCount ? weeks : 1 };
}

function Figures({ figures }: { figures: FiguresReply }) {
  const names = describeSides(figures);
  return (
    <>
      <div role="status" className="grid gap-1">
        <p className="font-semibold">
          {describeDays(figures)}
          {figures.isSoFar && ', so far'}
        </p>
        <p className="text-sm text-ink-soft">
          Compared with {describeDays(figures.before)}
          {figures.isSoFar && ', up to the same time'}. Orders and money count when they were paid
          or refunded; meals, windows and suburbs count on the day of delivery.
        </p>
      </div>
      <AtAGlance totals={figures.totals} />
      <div className={PARTS}>
        <SalesPart figures={figures} names={names} />
        <WindowsPart figures={figures} names={names} />
        <MealsPart figures={figures} names={names} />
        <SuburbsPart figures={figures} names={names} />
        <RefundsPart figures={figures} names={names} />
        <WastePart figures={figures} names={names} />
      </div>
    </>
  );
}

/** Two columns of cards, each as high as what is in it. */
const PARTS = 'gap-5 lg:columns-2 [&>*]:mb-5 [&>*]:break-inside-avoid';

/** What the food cost and what became of it: for choosing what to cook. */
function FiguresOfFood({ chosen }: { chosen: FigureWeeks }) {
  const figures = useQuery(
    freshQuery(['figures', 'food', chosen], getFoodFigures, { query: queryOf(chosen) }, AS_BEFORE),
  );
  return (
    <section aria-label="Food" aria-busy={figures.isFetching} className="grid gap-5">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h3 className="text-lg">Food</h3>
          <p className="text-sm text-ink-soft">
            Costs are food and packaging, no labour, by recipe and packs as they are today.
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <WeeksFile of={downloadFood} chosen={chosen}>
            Food as CSV
          </WeeksFile>
          <WeeksFile of={downloadForecasts} chosen={chosen}>
            Forecasts as CSV
          </WeeksFile>
        </div>
      </div>
      <Loaded query={figures} what="the figures of food">
        {(food) => (
          <div className="grid gap-5">
            <MarginPart food={food} />
            <div className={PARTS}>
              <ForecastPart food={food} />
              <FoodWastePart food={food} />
              <WithoutMealPart food={food} />
            </div>
          </div>
        )}
      </Loaded>
    </section>
  );
}

type WasteRow = { key: string; name: string; what: string; cost: string | null };

function FoodWastePart({ food: { meals, components } }: PartProps) {
  const rows: WasteRow[] = [
    ...meals
      .filter(({ cancelledOnceCooked, missed }) => cancelledOnceCooked + missed > 0)
      .map((meal) => ({
        key: `meal ${meal.mealId}`,
        name: meal.name,
        what: portionsLostText(meal),
        cost: meal.wasteCost,
      })),
    ...components
      .filter(({ wasted }) => wasted > 0)
      .map(({ componentId, name, wasted, made, baseUnit, wasteCost }) => ({
        key: `component ${componentId}`,
        name,
        what: `${formatQuantity(wasted, baseUnit)} of ${formatQuantity(made, baseUnit)} thrown away`,
        cost: wasteCost,
      })),
  ];
  const columns: Column<WasteRow>[] = [
    { name: 'name', header: 'Meal or component', cell: ({ name }) => name },
    { name: 'what', header: 'What', cell: ({ what }) => what },
    { name: 'cost', header: 'Cost', align: 'end', cell: ({ cost }) => dollarsIfKnown(cost) },
  ];
  return (
    <FigurePart
      title="Food thrown away"
      about="Portions cancelled once cooked or not delivered, and what cooks entered as thrown away. What is over and still good is not waste."
      empty={rows.length === 0 && 'No food recorded as thrown away in these weeks'}
    >
      <ShortTable
        caption="Food thrown away"
        columns={columns}
        rows={rows}
        keyOf={({ key }) => key}
      />
    </FigurePart>
  );
}

/** "2 cancelled once cooked, 1 not delivered". */
function portionsLostText({ cancelledOnceCooked, missed }: MealFood): string {
  return [
    ...(cancelledOnceCooked > 0 ? [`${cancelledOnceCooked} cancelled once cooked`] : []),
    ...(missed > 0 ? [`${missed} not delivered`] : []),
  ].join(', ');
}

const dollars = (amount: string | null) => (amount === null ? 'None' : amountInDollars(amount));

function AtAGlance({ totals }: { totals: FiguresReply['totals'] }) {
  const { averageBasket } = totals;
  const baskets = { now: averageBasket.now ?? '0', before: averageBasket.before ?? '0' };
  const isComparable = averageBasket.now !== null && averageBasket.before !== null;
  return (
    <section aria-label="At a glance" className="grid gap-3">
      <StatList
        stats={[
          { label: 'Orders paid', value: <CountFigure both={totals.orders} /> },
          { label: 'Meals due for delivery', value: <CountFigure both={totals.meals} /> },
          { label: 'Paid, less refunds', value: <MoneyFigure both={totals.net} /> },
          {
            label: 'Average paid order',
            value: (
              <Figure
                now={dollars(averageBasket.now)}
                before={dollars(averageBasket.before)}
                change={isComparable ? describeChange(barsOf(baskets)) : null}
              />
            ),
          },
          { label: 'New customers', value: <CountFigure both={totals.newCustomers} /> },
          { label: 'Returning customers', value: <CountFigure both={totals.returningCustomers} /> },
          { label: 'Refunded', value: <MoneyFigure both={totals.refunded} /> },
          { label: 'Paid, cancelled since', value: <CountFigure both={totals.cancelledOrders} /> },
        ]}
      />
      {totals.disputes.now + totals.disputes.before > 0 && (
        <p className="text-sm">
          Disputed with a bank: {totals.disputes.now} for {dollars(totals.disputed.now)}, before{' '}
          {totals.disputes.before} for {dollars(totals.disputed.before)}. Disputes change no other
          figure here.
        </p>
      )}
    </section>
  );
}

function CountFigure({ both }: { both: BothSides }) {
  return (
    <Figure now={String(both.now)} before={String(both.before)} change={describeChange(both)} />
  );
}

function MoneyFigure({ both }: { both: BothSides<string> }) {
  const change = describeChange(barsOf(both));
  return <Figure now={dollars(both.now)} before={dollars(both.before)} change={change} />;
}

function Figure({ now, before, change }: { now: string; before: string; change: string | null }) {
  return (
    <>
      {now}
      <span className="mt-1 block text-sm font-normal text-ink-soft">
        {before} before{change !== null && `, ${change}`}
      </span>
    </>
  );
}

/** What would be gone without one meal. Whether its customers would choose another, nobody knows. */
function WithoutMealPart({ food: { meals } }: { food: FoodFiguresReply }) {
  const [chosen, setChosen] = useState<number | null>(null);
  // Few portions first: those are thought of.
  const choices = meals.toReversed();
  const meal = meals.find(({ mealId }) => mealId === chosen) ?? choices[0];
  return (
    <FigurePart
      title="If a meal were dropped"
      about="What these weeks would have been without it, if nobody had chosen another meal instead."
    >
      {meal === undefined ? (
        <EmptyState title="No meals yet" />
      ) : (
        <>
          <SelectField
            label="Meal"
            value={meal.mealId}
            onChange={({ target }) => setChosen(Number(target.value))}
            options={choices.map(({ mealId, name, portions }) => ({
              value: mealId,
              label: `${name} (${portions})`,
            }))}
          />
          <WithoutMeal meal={meal} />
        </>
      )}
    </FigurePart>
  );
}

function WithoutMeal({ meal }: { meal: MealFood }) {
  const { components, ingredients } = meal.usedOnlyByIt;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2" aria-live="polite">
      <Fact name="Portions fewer">{meal.portions}</Fact>
      <Fact name="Charged less">{amountInDollars(meal.revenue)}</Fact>
      <Fact name="Food and packaging saved">{dollarsIfKnown(meal.cost)}</Fact>
      <Fact name="Margin lost">{dollarsIfKnown(meal.margin)}</Fact>
      <Fact name="No longer cooked">{meal.hasRecipe ? listText(components) : 'Not known'}</Fact>
      <Fact name="No longer bought">{meal.hasRecipe ? listText(ingredients) : 'Not known'}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </>
  );
}

function listText(names: readonly string[]): string {
  return names.length === 0 ? 'Nothing: other meals need it all' : names.join(', ');
}

type ChooseWeeksProps = {
  chosen: FigureWeeks;
  /** Null: not known yet. */
  shown: Pick<FiguresReply, 'from' | 'to' | 'isSoFar'> | null;
  onChoose: (chosen: FigureWeeks) => void;
};

const LENGTHS = [1, 2, 4, 13, 26, 52];

function ChooseWeeks({ chosen, shown, onChoose }: ChooseWeeksProps) {
  const first = shown?.from ?? chosen.week;
  const step = (direction: 1 | -1) => {
    if (first === null) return;
    onChoose({ ...chosen, week: addDays(first, direction * chosen.weeks * DAYS_IN_WEEK) });
  };
  return (
    <div className="flex flex-wrap items-end gap-3">
      <DateField
        label="Week of"
        value={chosen.week ?? first ?? ''}
        onChange={(week: PlainDate) => onChoose({ ...chosen, week: week === '' ? null : week })}
      />
      <SelectField
        label="How many"
        value={chosen.weeks}
        onChange={({ target }) => onChoose({ ...chosen, weeks: Number(target.value) })}
        options={[...new Set([...LENGTHS, chosen.weeks])].map((value) => ({
          value,
          label: value === 1 ? '1 week' : `${value} weeks`,
        }))}
      />
      <Button variant="secondary" disabled={first === null} onClick={() => step(-1)}>
        Earlier
      </Button>
      <Button
        variant="secondary"
        disabled={shown === null || shown.isSoFar}
        onClick={() => step(1)}
      >
        Later
      </Button>
      <div className="flex flex-wrap gap-3 md:ml-auto">
        <WeeksFile of={downloadDays} chosen={chosen}>
          Days as CSV
        </WeeksFile>
        <WeeksFile of={downloadDocuments} chosen={chosen}>
          Receipts as CSV
        </WeeksFile>
      </div>
    </div>
  );
}

/** `week`: any day of the first week; null: that of yesterday. */
type FigureWeeks = { week: PlainDate | null; weeks: number };

function queryOf({ week, weeks }: FigureWeeks) {
  return { ...(week !== null && { week }), weeks };
}

/** The weeks before are shown until the chosen ones have come. */
const AS_BEFORE = { placeholderData: keepPreviousData };

type WeeksFileProps = { of: typeof downloadDays; chosen: FigureWeeks; children: string };

function WeeksFile({ of, chosen, children }: WeeksFileProps) {
  return (
    <a
      href={addressOf(of, { query: queryOf(chosen) })}
      download
      className={buttonClass('secondary', 'small')}
    >
      {children}
    </a>
  );
}
