import {
  isServed,
  notServed,
  servicesTitle,
  servedTypes,
  serviceOf,
  type ServiceType,
} from '#areas/business/rules/services.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useDroppable } from '@dnd-kit/react';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { formatDayAndMonth, type PlainDate, weekFrom } from '#platform/rules/plain-date.ts';
import { MEAL_TYPES, type MealType } from '#areas/menu/rules/meal.ts';
import { isMealAvailableOn } from '#areas/menu/rules/menu-week.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { type MenuRow, balancedMeal } from '#areas/recipes/web/portal/planned-menu.ts';
import type { ReactNode } from 'react';
import {
  balanceMenu,
  type DayBalance,
  gapSentences,
  type Range,
} from '#areas/menu/rules/menu-balance.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { DIETS } from '#areas/needs/rules/food-needs.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

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

type MenuBalanceProps = {
  weekStart: PlainDate;
  entries: readonly MenuRow[];
  meals: readonly StaffMealReply[];
};

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
            <BoardRow
              name={served.map((type) => serviceOf(type, business).name).join(', ')}
              days={days}
              cell={({ meals: count }) => countsOf(count)}
            />
            <BoardRow name="Cal" days={days} cell={({ calories }) => rangeText(calories)} />
            <BoardRow name="Protein (g)" days={days} cell={({ protein }) => rangeText(protein)} />
            <BoardRow
              name="Price"
              days={days}
              cell={({ priceCents }) => rangeText(priceCents, formatDollars)}
            />
            {diets.map((diet) => (
              <BoardRow
                key={diet}
                name={diet}
                days={days}
                cell={({ diets: of }) => countsOf(of[diet])}
              />
            ))}
            <BoardRow
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

function BoardRow({ name, days, cell }: RowProps) {
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
