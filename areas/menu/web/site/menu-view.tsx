import { useMemo, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { filterMeals } from '#areas/menu/rules/filter-meals.ts';
import { parseMenuFilter } from '#areas/menu/rules/menu-filter.ts';
import { saysOf } from '#areas/menu/rules/search/search-says.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useMenu } from '#areas/menu/web/menu-data.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterForm } from './filter-form.tsx';
import { FilterResult } from './filter-result.tsx';
import { MealCard, MealGrid } from './meal-card.tsx';
import { mealOnMenu } from './meal-on-menu.ts';
import { NoMeals } from './no-meals.tsx';

const CARDS_ABOVE_FOLD = 4;

/** The menu below its heading: what to see of it, and the meals. */
export function MenuView() {
  const { business } = useConfig();
  const menu = useMenu();
  const [query] = useSearchParams();
  const resultRef = useRef<HTMLDivElement>(null);
  const filter = useMemo(() => parseMenuFilter(query), [query]);
  const meals = useMemo(() => menu.filter(({ isActive }) => isActive).map(mealOnMenu), [menu]);
  const { shown, leftOut, search } = filterMeals(meals, filter);
  const says = saysOf(meals, { written: filter.search, search }, business.phone);
  const focusResult = () => resultRef.current?.focus({ preventScroll: true });
  return (
    <>
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
        says={says.filter(({ about }) => about !== 'nothing')}
        respelled={search.respelled}
      />
      {shown.length === 0 ? (
        <NoMeals filter={filter} meals={meals} says={says} onChange={focusResult} />
      ) : (
        <MealGrid>
          {shown.map((meal, index) => (
            <MealCard key={meal.id} meal={meal} isAboveFold={index < CARDS_ABOVE_FOLD} />
          ))}
        </MealGrid>
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
