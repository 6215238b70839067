import type { DailyPrepReply } from '#areas/kitchen/calls/daily-prep.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';

type WindowTotal = DailyPrepReply['windows'][number];

type MealRow = DailyPrepReply['byMeal'][number] & {
  /** "1 for Mia (all tree nuts, peanut): clean bench". */
  requests: readonly string[];
};

type MealTotalsProps = { prep: DailyPrepReply; requestsOf: (mealId: number) => string[] };

const TYPE_NAMES = { lunch: 'Lunch', dinner: 'Dinner' } as const;

/** How many of each meal: in each window, and on the whole day. Dense, so that a day fits the first screen. */
export function MealTotals({ prep, requestsOf }: MealTotalsProps) {
  const windows = prep.windows.filter(({ byMeal }) => byMeal.length > 0);
  const rows = prep.byMeal.map((meal): MealRow => ({
    ...meal,
    requests: requestsOf(meal.mealId),
  }));
  return (
    <section className="grid gap-2">
      <h3 className="text-lg">To cook, whole day</h3>
      <p className="text-ink-soft">{windows.map(describeWindow).join(' · ')}</p>
      <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-2">
        {inColumns(rows).map(({ caption, heading, meals }) => (
          <table key={caption} className="w-full border-separate border-spacing-0">
            <caption className="sr-only">{caption}</caption>
            <thead>
              <tr>
                <th scope="col" className={`${HEAD} text-left`}>
                  {heading}
                </th>
                {windows.map(({ timeSlot }) => (
                  <th key={timeSlot} scope="col" className={`${HEAD} text-right`}>
                    {windowLabel(timeSlot)}
                  </th>
                ))}
                <th scope="col" className={`${HEAD} text-right`}>
                  Total
                </th>
              </tr>
            </thead>
            <tbody>
              {meals.map((meal) => (
                <Row key={meal.mealId} meal={meal} windows={windows} />
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </section>
  );
}

const HEAD =
  'border-b border-line px-2 py-1 text-sm font-semibold text-ink-soft sm:whitespace-nowrap';
const NUMBER = 'border-b border-line px-2 py-1 text-right tabular-nums';

function Row({ meal, windows }: { meal: MealRow; windows: readonly WindowTotal[] }) {
  return (
    <tr>
      <th scope="row" className="border-b border-line px-2 py-1 text-left font-normal">
        <MealCell meal={meal} />
      </th>
      {windows.map((window) => (
        <td key={window.timeSlot} className={NUMBER}>
          <CountCell total={totalIn(window, meal.mealId)} />
        </td>
      ))}
      <td className={`${NUMBER} text-lg leading-tight font-semibold`}>
        {meal.count}
        <OnHold total={meal} />
      </td>
    </tr>
  );
}

type TotalsColumn = { caption: string; heading: string; meals: readonly MealRow[] };

/** Lunches beside dinners; where there is only one of them, in two halves. */
function inColumns(rows: readonly MealRow[]): TotalsColumn[] {
  const byType = MEAL_TYPES.map((type) => ({
    name: TYPE_NAMES[type],
    meals: rows.filter(({ mealType }) => mealType === type),
  })).filter(({ meals }) => meals.length > 0);
  const [only] = byType;
  if (byType.length !== 1 || !only || only.meals.length < 4)
    return byType.map(({ name, meals }) => ({ caption: `${name} to cook`, heading: name, meals }));
  const half = Math.ceil(only.meals.length / 2);
  return [
    { caption: `${only.name} to cook`, heading: only.name, meals: only.meals.slice(0, half) },
    {
      caption: `${only.name} to cook, continued`,
      heading: only.name,
      meals: only.meals.slice(half),
    },
  ];
}

function MealCell({ meal: { name, requests } }: { meal: MealRow }) {
  return (
    <>
      <span className="font-semibold break-words">{name}</span>
      {requests.map((text) => (
        <span key={text} className="block text-sm font-semibold break-words text-danger">
          of these {text}
        </span>
      ))}
    </>
  );
}

function CountCell({ total }: { total: WindowTotal['byMeal'][number] | undefined }) {
  if (!total) return '–';
  return (
    <span>
      {total.count}
      <OnHold total={total} />
      {total.done > 0 && (
        <span className="block text-sm whitespace-nowrap text-ink-soft">
          {total.done} of {total.count} done
        </span>
      )}
      {total.warm > 0 && <span className="block text-sm text-ink-soft">{total.warm} warm</span>}
    </span>
  );
}

function OnHold({ total: { onHold } }: { total: Pick<MealRow, 'onHold'> }) {
  if (onHold === 0) return null;
  return (
    <span className="block text-sm font-semibold whitespace-nowrap text-danger">
      + {onHold} on hold
    </span>
  );
}

function totalIn({ byMeal }: WindowTotal, mealId: number) {
  return byMeal.find((meal) => meal.mealId === mealId);
}

/** "11am-1pm: 24 meals, 9 deliveries". */
function describeWindow({ timeSlot, meals, deliveries }: WindowTotal): string {
  return `${windowLabel(timeSlot)}: ${counted(meals, 'meal', 'meals')}, ${counted(deliveries, 'delivery', 'deliveries')}`;
}

function counted(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
