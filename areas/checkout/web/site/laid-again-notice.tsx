import { formatDayAndMonth, weekdayName, weekdayOf } from '#platform/rules/plain-date.ts';
import { serviceOf } from '#areas/business/rules/services.ts';
import { portionsInWeek } from '#areas/order-book/rules/portions-to-place.ts';
import { mealsInstead } from '#areas/checkout/rules/draft/meal-for.ts';
import { mealsAt } from '#areas/order-book/rules/people.ts';
import type { OrderNotice } from '#areas/order-book/web/kept-order-draft.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useOrder } from './order-context.tsx';

type OrderedAgain = Extract<OrderNotice, { kind: 'laid-again' }>;

const MOST_OFFERED = 3;

/** What could not be ordered again, each with the nearest meals one tap away. */
export function LaidAgainNotice({ notice }: { notice: OrderedAgain }) {
  const { week } = useOrder();
  const days = `${formatDayAndMonth(week.weekStart)} to ${formatDayAndMonth(week.weekEnd)}`;
  return (
    <>
      <p>
        {notice.hasSame
          ? `The meals of order ${notice.orderNumber} are on the same days of ${days}.`
          : `Where order ${notice.orderNumber} had a meal, there is another on ${days}.`}
        {notice.meals.length === 0 && ' Check them, then continue.'}
      </p>
      {notice.meals.length > 0 && (
        <ul className="grid gap-3">
          {notice.meals.map((meal, index) => (
            <MissingMeal key={index} meal={meal} />
          ))}
        </ul>
      )}
    </>
  );
}

function MissingMeal({ meal }: { meal: OrderedAgain['meals'][number] }) {
  const { draft, dispatch, menu, week, facts } = useOrder();
  const { personName, date, mealType, name, why, at } = meal;
  const index = draft.people.findIndex((person) => person.name === personName);
  const person = draft.people[index];
  const placed = person ? mealsAt(person, meal) : [];
  const instead = placed[at] && menu.find(placed[at].mealId);
  const kitchen = { meals: menu.meals, portionsLeft: portionsInWeek(week.days), facts };
  const offered =
    person && placed.length < 2 ? mealsInstead(draft, person, meal, kitchen, MOST_OFFERED) : [];
  return (
    <li className="grid min-w-0 gap-1.5">
      <span>
        <strong>{name}</strong> for {personName}, {weekdayName(weekdayOf(date))}{' '}
        {serviceOf(mealType, facts).name}, {why}.
      </span>
      {instead ? (
        <span className="font-semibold text-success" role="status">
          ✓ {instead.name} instead
        </span>
      ) : (
        offered.length > 0 && (
          <span className="flex flex-wrap gap-2">
            {offered.map(({ id, name: other, calories, price }) => (
              <Button
                key={id}
                variant="secondary"
                size="small"
                // A long name takes two lines: on one it is wider than a phone.
                className="py-1.5 whitespace-normal!"
                onClick={() =>
                  dispatch({
                    type: 'meal placed',
                    people: [index],
                    cell: { date, mealType },
                    mealId: id,
                    helping: placed.length === 0 ? 'first' : 'second',
                  })
                }
              >
                {other}{' '}
                <span className="font-normal whitespace-nowrap text-ink-soft tabular-nums">
                  {calories} Cal · ${price}
                </span>
              </Button>
            ))}
          </span>
        )
      )}
    </li>
  );
}
