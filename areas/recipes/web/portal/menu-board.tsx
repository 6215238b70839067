import { isServed, notServed, servicesTitle } from '#areas/business/rules/services.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useDroppable } from '@dnd-kit/react';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { formatDayAndMonth, type PlainDate, weekFrom } from '#platform/rules/plain-date.ts';
import { MEAL_TYPES, type MealType } from '#areas/menu/rules/meal.ts';
import { isMealAvailableOn } from '#areas/menu/rules/meal-availability.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import type { MenuRow } from './planned-menu.ts';

type MenuBoardProps = {
  weekStart: PlainDate;
  entries: readonly MenuRow[];
  meals: ReadonlyMap<number, StaffMealReply>;
  isEditor: boolean;
  onToggle: (mealId: number, day: PlainDate) => void;
  onRemove: (mealId: number) => void;
};

/** Meals down, days across; a tap puts a meal on a day or takes it off. */
export function MenuBoard(props: MenuBoardProps) {
  const { entries, meals } = props;
  const target = useDroppable({ id: 'menu' });
  const { ref } = target;
  return (
    <div
      ref={ref}
      className={classNames(
        'grid gap-4 rounded-3xl border bg-surface p-4',
        target.isDropTarget ? 'border-primary ring-2 ring-primary' : 'border-line',
      )}
    >
      {entries.length === 0 && (
        <p className="py-6 text-center text-ink-soft">
          Nothing is on this menu yet. Add meals from the list below, or drag them here.
        </p>
      )}
      {MEAL_TYPES.map((type) => {
        const rows = entries.filter(({ mealId }) => meals.get(mealId)?.mealType === type);
        return rows.length > 0 && <Meals key={type} {...props} type={type} rows={rows} />;
      })}
    </div>
  );
}

type MealsProps = MenuBoardProps & { type: MealType; rows: readonly MenuRow[] };

function Meals({ type, rows, ...board }: MealsProps) {
  const { business } = useConfig();
  const name = servicesTitle(type, business);
  return (
    <section aria-label={name}>
      <h3 className="pb-2 text-lg">
        {name} <span className="text-ink-soft">({rows.length})</span>
      </h3>
      {!isServed(type, business) && (
        <p className="text-sm font-semibold text-danger">
          {notServed(type, business)}: these are not on sale.
        </p>
      )}
      <ul>
        {rows.map((entry) => (
          <MealRow key={entry.mealId} entry={entry} {...board} />
        ))}
      </ul>
    </section>
  );
}

function MealRow({
  entry,
  weekStart,
  meals,
  isEditor,
  onToggle,
  onRemove,
}: MenuBoardProps & { entry: MenuRow }) {
  const meal = meals.get(entry.mealId);
  if (!meal) return null;
  return (
    <li className="grid items-center gap-2 border-t border-line py-2 lg:grid-cols-[minmax(0,1fr)_auto_auto]">
      <span className="flex flex-wrap items-center gap-x-3">
        <strong>{meal.name}</strong>
        <span className="text-sm text-ink-soft tabular-nums">
          {meal.calories} Cal, {meal.protein} g protein, ${meal.price}
        </span>
        {!meal.isActive && <Badge variant="secondary">Switched off</Badge>}
      </span>
      <div
        role="group"
        aria-label={`Days of ${meal.name}`}
        className="grid grid-cols-7 gap-1 lg:w-[30rem]"
      >
        {weekFrom(weekStart).map((day) => (
          <Day
            key={day}
            day={day}
            isOn={entry.days.includes(day)}
            isInSeason={isMealAvailableOn(meal, day)}
            isEditor={isEditor}
            onToggle={() => onToggle(meal.id, day)}
          />
        ))}
      </div>
      {isEditor && (
        <button
          type="button"
          onClick={() => onRemove(meal.id)}
          className="min-h-11 justify-self-start rounded-full px-3 text-sm font-semibold text-primary hover:bg-primary-soft"
        >
          Take off<VisuallyHidden> {meal.name}</VisuallyHidden>
        </button>
      )}
    </li>
  );
}

type DayProps = {
  day: PlainDate;
  isOn: boolean;
  isInSeason: boolean;
  isEditor: boolean;
  onToggle: () => void;
};

function Day({ day, isOn, isInSeason, isEditor, onToggle }: DayProps) {
  const [weekday = '', number = '', month = ''] = formatDayAndMonth(day).split(' ');
  return (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={!isEditor || (!isInSeason && !isOn)}
      onClick={onToggle}
      className={classNames(
        'grid min-h-12 place-items-center rounded-xl border text-sm leading-tight disabled:cursor-not-allowed',
        isOn
          ? 'border-primary bg-primary-soft font-semibold ring-1 ring-primary'
          : 'border-line text-ink-soft',
      )}
    >
      <span>{weekday}</span>
      <span aria-hidden="true">{isOn ? '✓' : number}</span>
      <VisuallyHidden>
        {number} {month}
        {!isInSeason && ', out of season'}
      </VisuallyHidden>
    </button>
  );
}
