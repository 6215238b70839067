import { formatDayAndMonth, formatLongDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { moveMealsTo } from '#areas/order-book/rules/meal-dates.ts';
import type { Person } from '#areas/order-book/rules/people.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { useOrder } from './order-context.tsx';
import { isMealOffered, type OrderMenu } from './order-menu.ts';

type MoveMealsDialogProps = { day: PlainDate | null; onClose: () => void };

/** For a delivery after the first meal: offers to move the earlier meals, or says why that is not possible. */
export function MoveMealsDialog({ day, onClose }: MoveMealsDialogProps) {
  const { draft, dispatch, week, menu } = useOrder();
  const days = week.days.map(({ date }) => date);
  const moved = day === null ? null : moveMealsTo(draft.people, day, days);
  const canMove = moved !== null && areOffered(moved, menu);
  const early =
    day === null
      ? []
      : draft.people.flatMap(({ mealAssignments }) =>
          mealAssignments.filter((meal) => meal.date < day),
        );

  function move() {
    if (moved && day) dispatch({ type: 'meals replaced', people: moved, weeklyDeliveryDay: day });
    onClose();
  }

  return (
    <Dialog
      open={day !== null}
      onClose={onClose}
      title={day ? `Deliver on ${formatLongDate(day)}?` : ''}
      actions={
        canMove ? (
          <>
            <Button variant="secondary" onClick={onClose}>
              Keep as it is
            </Button>
            <Button onClick={move}>
              {early.length === 1 ? 'Move 1 meal' : `Move ${early.length} meals`}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Keep as it is</Button>
        )
      }
    >
      {day && (
        <p>
          {early.length === 1 ? 'One meal is' : `${early.length} meals are`} planned before that
          day.{' '}
          {canMove
            ? `We can move ${early.length === 1 ? 'it' : 'them'} to the next free days from ${formatDayAndMonth(day)}.`
            : `From ${formatDayAndMonth(day)} there are not enough free days with these meals on the menu. Remove some meals first, or choose an earlier day.`}
        </p>
      )}
    </Dialog>
  );
}

function areOffered(people: readonly Person[], menu: OrderMenu): boolean {
  return people.every(({ mealAssignments }) =>
    mealAssignments.every((meal) => isMealOffered(menu.find(meal.mealId), meal)),
  );
}
