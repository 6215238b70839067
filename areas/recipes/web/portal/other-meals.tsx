import { useDraggable } from '@dnd-kit/react';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';

type OtherMealsProps = {
  /** Not on this menu. */
  meals: readonly StaffMealReply[];
  onAdd: (mealId: number) => void;
  onAddAll: (meals: readonly StaffMealReply[]) => void;
};

/** What could be on the menu too: by a tap, or dragged onto the board. */
export function OtherMeals({ meals, onAdd, onAddAll }: OtherMealsProps) {
  const active = meals.filter(({ isActive }) => isActive);
  if (meals.length === 0) return null;
  return (
    <section className="grid gap-3" aria-label="Not on this menu">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-lg">
          Not on this menu <span className="text-ink-soft">({meals.length})</span>
        </h3>
        {active.length > 0 && (
          <Button variant="secondary" size="small" onClick={() => onAddAll(active)}>
            Add all that are switched on
          </Button>
        )}
      </div>
      <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
        {meals.map((meal) => (
          <OtherMeal key={meal.id} meal={meal} onAdd={onAdd} />
        ))}
      </ul>
    </section>
  );
}

function OtherMeal({ meal, onAdd }: { meal: StaffMealReply } & Pick<OtherMealsProps, 'onAdd'>) {
  const { ref, handleRef, isDragging } = useDraggable({
    id: `meal ${meal.id}`,
    data: { mealId: meal.id },
  });
  return (
    <li
      ref={ref}
      className={classNames(
        'flex items-center justify-between gap-2 rounded-2xl border border-line bg-surface py-1 pr-1 pl-3',
        isDragging && 'opacity-60',
      )}
    >
      <span ref={handleRef}>
        {meal.name} <span className="text-sm text-ink-soft">{meal.mealType}</span>{' '}
        {!meal.isActive && <Badge variant="secondary">Switched off</Badge>}
      </span>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Add ${meal.name}`}
        onClick={() => onAdd(meal.id)}
      >
        Add
      </Button>
    </li>
  );
}
