import { formatFeeFrom } from '#areas/business/rules/service-text.ts';
import { lazy, Suspense, useMemo, useRef, type Ref } from 'react';
import { weekdayName } from '#platform/rules/plain-date.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { useIsInBrowser } from '#platform/web/navigation/use-is-in-browser.ts';
import { servedTypes, type ServiceFacts } from '#areas/business/rules/services.ts';
import {
  filterMeals,
  type LeftOut,
  waysOut,
  type WayOut,
  removableParts,
  countText,
  leftOutTexts,
} from '#areas/menu/rules/filter-meals.ts';
import {
  parseMenuFilter,
  type MenuFilter,
  DISH_KINDS,
  kindText,
} from '#areas/menu/rules/menu-filter.ts';
import { saysOf, type Says } from '#areas/menu/rules/search-menu.ts';
import { useMenu, menuPath } from '#areas/menu/web/menu-data.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { FilterForm } from '#areas/menu/web/site/filter-form.tsx';
import { MealCard, MealGrid } from '#areas/menu/web/site/meal-card.tsx';
import { mealOnMenu, type MealOnMenu } from '#areas/menu/web/site/meal-on-menu.ts';
import type { MenuSearch } from '#areas/menu/rules/read-search.ts';
import { CrossContact } from './filter-fields.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';

// For few kitchens, and never in what the server sends.
const NextWeek = lazy(async () => ({ default: (await import('./next-week.tsx')).NextWeek }));

export function MenuPage() {
  const { business } = useConfig();
  const isInBrowser = useIsInBrowser();
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-2 px-4 pt-4 sm:px-6 md:gap-4 md:pt-8">
      <PageHeading className="text-3xl md:text-4xl">Menu</PageHeading>
      <MenuView />
      <p className="text-center text-ink-soft tabular-nums max-sm:text-sm">
        Every meal is 1 serving. Prices are per meal + delivery from {formatFeeFrom(business)}. The
        menu is updated every {weekdayName(business.menuUpdateWeekday)}.
      </p>
      {business.showNextWeek && (
        <div data-app-now="">
          {isInBrowser && (
            <Suspense fallback={null}>
              <NextWeek />
            </Suspense>
          )}
        </div>
      )}
    </div>
  );
}

const CARDS_ABOVE_FOLD = 4;

function MenuView() {
  const { business } = useConfig();
  const menu = useMenu();
  const [query] = useSearchParams();
  const resultRef = useRef<HTMLDivElement>(null);
  const filter = useMemo(() => filterOf(query, business), [query, business]);
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

/** A link from before to a service that is not there any more, or to the only one, shows the whole menu. */
function filterOf(query: URLSearchParams, facts: ServiceFacts): MenuFilter {
  const filter = parseMenuFilter(query);
  const served = servedTypes(facts);
  const isOne = filter.type !== null && served.length > 1 && served.includes(filter.type);
  return isOne ? filter : { ...filter, type: null };
}

/** Every filter in force, each a link that takes it off. Lunch, dinner and the kinds of dish have links of their own. */
function FilterChips({ filter, onRemove }: { filter: MenuFilter; onRemove: () => void }) {
  const { business } = useConfig();
  const alone = { ...filter, type: null, main: null, chilli: false };
  const parts = removableParts(alone, business);
  if (parts.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-2 print:hidden">
      {parts.map(({ label, without }) => (
        <li key={label} className="min-w-0">
          <Link
            to={menuPath({
              ...without,
              type: filter.type,
              main: filter.main,
              chilli: filter.chilli,
            })}
            preventScrollReset
            onClick={onRemove}
            className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full bg-primary-soft px-3.5 text-sm font-semibold text-primary hover:underline"
          >
            <span className="sr-only">Take off: </span>
            <span className="min-w-0 wrap-anywhere">{label}</span>
            <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={paths.menu()}
          preventScrollReset
          onClick={onRemove}
          className="inline-flex min-h-11 items-center px-2 text-sm font-semibold text-primary underline underline-offset-4"
        >
          Clear filters
        </Link>
      </li>
    </ul>
  );
}

type FilterResultProps = {
  ref: Ref<HTMLDivElement>;
  filter: MenuFilter;
  meals: readonly MealOnMenu[];
  shownCount: number;
  leftOut: readonly LeftOut<MealOnMenu>[];
  says: readonly Says[];
  /** Words read as others. */
  respelled: MenuSearch['respelled'];
};

/** How many meals there are and how many are left out for their allergens, never silently. */
function FilterResult(props: FilterResultProps) {
  const { ref, filter, meals, shownCount, leftOut, says, respelled } = props;
  return (
    <div ref={ref} tabIndex={-1} className="grid scroll-mt-20 gap-1 outline-none">
      <div aria-live="polite" className="grid gap-1">
        <p className="font-semibold tabular-nums in-data-hearts-alone:hidden">
          {countText(shownCount, meals.length)}
        </p>
        {respelled.length > 0 && (
          <p className="flex flex-wrap items-center gap-x-2">
            Showing {respelled.map(({ read }) => `“${read}”`).join(', ')}.
            <Link
              to={menuPath({ ...filter, search: `“${filter.search}”` })}
              preventScrollReset
              className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4 wrap-anywhere"
            >
              {respelled.map(({ written }) => `“${written}”`).join(', ')} as written
            </Link>
          </p>
        )}
        {says.map(({ about, text }) => (
          <p key={about}>{text}</p>
        ))}
        {leftOutTexts(leftOut).map((text) => (
          <p key={text} className="text-sm">
            {text}
          </p>
        ))}
      </div>
      {filter.without.length > 0 && <CrossContact meals={meals} />}
    </div>
  );
}

type NoMealsProps = {
  filter: MenuFilter;
  meals: readonly MealOnMenu[];
  says: readonly Says[];
  onChange: () => void;
};

/** So many kinds of dish are offered instead. */
const NEAREST = 3;

/** Says what to take off to see meals. Never an allergen: those who need it call us. */
function NoMeals({ filter, meals, says, onChange }: NoMealsProps) {
  const { business } = useConfig();
  const { menuUpdateWeekday, phone } = business;
  const nothing = says.find(({ about }) => about === 'nothing');
  const nearest = nothing ? nearestKinds(meals, filter) : [];
  const ways = nearest.length > 0 ? nearest : waysOut(meals, filter, business);
  return (
    <EmptyState title="No meals found">
      {meals.length === 0 && (
        <p>Check back soon: we update the menu every {weekdayName(menuUpdateWeekday)}.</p>
      )}
      {ways.length > 0 && (
        <>
          <p>{nothing?.text ?? 'No meal fits all of these filters. Take one off:'}</p>
          <ul className="mt-2 grid gap-1">
            {ways.map((way) => (
              <li key={way.label}>
                <Link
                  to={menuPath(way.filter)}
                  preventScrollReset
                  onClick={onChange}
                  className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4 wrap-anywhere"
                >
                  {way.label} ({countText(way.count, way.count)})
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {ways.length === 0 && filter.without.length > 0 && (
        <p>
          Every meal that declares its allergens has one that you left out. Call us on{' '}
          <a href={paths.phone(phone)} className="underline">
            {phone}
          </a>
          .
        </p>
      )}
      {ways.length === 0 && filter.without.length === 0 && meals.length > 0 && (
        <p>No meal fits these filters. Clear them to see the whole menu.</p>
      )}
    </EmptyState>
  );
}

function nearestKinds(meals: readonly MealOnMenu[], filter: MenuFilter): WayOut[] {
  return DISH_KINDS.map((kind) => {
    const instead = { ...filter, search: '', main: kind, chilli: false };
    const count = filterMeals(meals, instead).shown.length;
    return { label: kindText(kind), filter: instead, count };
  })
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, NEAREST);
}
