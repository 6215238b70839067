import { useMemo, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { filterMeals } from '#areas/menu/rules/filter-meals.ts';
import { type MenuFilter, parseMenuFilter } from '#areas/menu/rules/menu-filter.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useMenu } from '#areas/menu/web/menu-data.ts';
import { menuPath } from '#areas/menu/web/menu-path.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterForm } from './filter-form.tsx';
import { FilterResult } from './filter-result.tsx';
import { MealCard } from './meal-card.tsx';
import { mealOnMenu } from './meal-on-menu.ts';
import { NoMeals } from './no-meals.tsx';

const CARDS_ABOVE_FOLD = 3;

const TYPES: { label: string; type: MealType | null }[] = [
  { label: 'All', type: null },
  { label: 'Lunch', type: 'lunch' },
  { label: 'Dinner', type: 'dinner' },
];

/** The menu below its heading: what to see of it, and the meals. */
export function MenuView() {
  const { business } = useConfig();
  const menu = useMenu();
  const [query] = useSearchParams();
  const resultRef = useRef<HTMLDivElement>(null);
  const filter = useMemo(() => parseMenuFilter(query), [query]);
  const meals = useMemo(() => menu.filter(({ isActive }) => isActive).map(mealOnMenu), [menu]);
  const { shown, leftOut } = filterMeals(meals, filter);
  const focusResult = () => resultRef.current?.focus({ preventScroll: true });
  return (
    <>
      <TypeLinks filter={filter} />
      <FilterForm
        filter={filter}
        meals={meals}
        onShow={() => {
          resultRef.current?.scrollIntoView({ block: 'start' });
          focusResult();
        }}
      />
      <FilterChips filter={filter} onRemove={focusResult} />
      <FilterResult
        ref={resultRef}
        filter={filter}
        meals={meals}
        shownCount={shown.length}
        leftOut={leftOut}
      />
      {shown.length === 0 ? (
        <NoMeals filter={filter} meals={meals} onChange={focusResult} />
      ) : (
        <ul className="grid gap-2 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3 print:grid-cols-2 print:gap-2">
          {shown.map((meal, index) => (
            <MealCard
              key={meal.id}
              meal={meal}
              deliveryFromCents={business.dailyFeeCents}
              isAboveFold={index < CARDS_ABOVE_FOLD}
            />
          ))}
        </ul>
      )}
      <Link
        to={paths.order()}
        className={`${buttonClass('primary', 'large')} mt-2 justify-self-center`}
      >
        Order Now
      </Link>
    </>
  );
}

/** Links, not buttons: they work without scripts, can be shared, and Back undoes them. */
function TypeLinks({ filter }: { filter: MenuFilter }) {
  return (
    <nav aria-label="Filter meals" className="flex gap-2 print:hidden">
      {TYPES.map(({ label, type }) => (
        <Link
          key={label}
          to={menuPath({ ...filter, type })}
          preventScrollReset
          aria-current={filter.type === type ? 'true' : undefined}
          className="inline-flex min-h-11 items-center rounded-full border-2 border-primary bg-surface px-5 font-semibold text-primary hover:bg-primary-soft aria-current:bg-primary aria-current:text-on-primary"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
