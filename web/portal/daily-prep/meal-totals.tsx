import type { DailyPrepReply } from '#contract/daily-prep.ts';
import { windowLabel } from '#domain/delivery/delivery-windows.ts';
import { carefulPortions } from '#domain/kitchen/special-people.ts';
import { type Column, DataTable } from '#web/ui/layout/data-table.tsx';

type MealTotal = DailyPrepReply['byMeal'][number] & {
  /** "1 for Mia (all tree nuts, peanut): clean bench". */
  careful: readonly string[];
};

const COLUMNS: Column<MealTotal>[] = [
  {
    name: 'meal',
    header: 'Meal',
    isPlain: true,
    cell: ({ name, careful }) => (
      <>
        <span className="font-semibold break-words">{name}</span>
        {careful.map((text) => (
          <span key={text} className="block text-sm font-semibold break-words text-danger">
            of these {text}
          </span>
        ))}
      </>
    ),
  },
  {
    name: 'type',
    header: 'Type',
    cell: ({ mealType }) => (mealType === 'lunch' ? 'Lunch' : 'Dinner'),
  },
  { name: 'warm', header: 'Warm', align: 'end', cell: ({ warm }) => warm },
  { name: 'cold', header: 'Cold', align: 'end', cell: ({ cold }) => cold },
  {
    name: 'count',
    header: 'Total',
    align: 'end',
    cell: ({ count }) => <span className="text-lg font-semibold">{count}</span>,
  },
];

/** How many of each meal: for the whole day, then for each window. */
export function MealTotals({ prep }: { prep: DailyPrepReply }) {
  const withCare = (
    byMeal: DailyPrepReply['byMeal'],
    bags: DailyPrepReply['packingList'],
  ): MealTotal[] => byMeal.map((meal) => ({ ...meal, careful: carefulTexts(meal.mealId, bags) }));
  return (
    <>
      <Totals heading="To cook, whole day" meals={withCare(prep.byMeal, prep.packingList)} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        {prep.windows
          .filter(({ meals }) => meals > 0)
          .map(({ timeSlot, deliveries, meals, byMeal }) => (
            <Totals
              key={timeSlot}
              heading={`${windowLabel(timeSlot)}: ${counted(meals, 'meal', 'meals')}, ${counted(deliveries, 'delivery', 'deliveries')}`}
              meals={withCare(
                byMeal,
                prep.packingList.filter((bag) => bag.timeSlot === timeSlot),
              )}
            />
          ))}
      </div>
    </>
  );
}

function carefulTexts(mealId: number, bags: DailyPrepReply['packingList']): string[] {
  const packed = bags.map((bag) => ({ ...bag, people: bag.needs }));
  return carefulPortions(mealId, packed).map(({ text }) => text);
}

function counted(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

function Totals({ heading, meals }: { heading: string; meals: readonly MealTotal[] }) {
  return (
    <section className="grid gap-2">
      <h3 className="text-lg">{heading}</h3>
      <DataTable
        caption={`Meals, ${heading}`}
        columns={COLUMNS}
        rows={meals}
        keyOf={({ mealId }) => mealId}
      />
    </section>
  );
}
