import { Link, useSearchParams } from 'react-router';
import { weekdayName } from '#domain/calendar/plain-date.ts';
import { MEAL_TYPES, type MealType } from '#domain/menu/meal.ts';
import { formatDollars } from '#domain/money.ts';
import { useConfig, useMenu } from '#web/api/page-data.ts';
import { PageHeading } from '#web/navigation/page-heading.tsx';
import { paths } from '#web/navigation/paths.ts';
import { buttonClass } from '#web/ui/form/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { MealCard } from './meal-card.tsx';
import { useEffect } from 'react';

const CARDS_ABOVE_FOLD = 3;

const FILTERS: { label: string; type?: MealType }[] = [
  { label: 'All' },
  { label: 'Lunch', type: 'lunch' },
  { label: 'Dinner', type: 'dinner' },
];

export function MenuPage() {
  const { business } = useConfig();
  const meals = useMenu();
  const [search] = useSearchParams();
  useOfflineMenu();
  const type = MEAL_TYPES.find((known) => known === search.get('type'));
  const shown = meals.filter(
    (meal) => meal.isActive && (type === undefined || meal.mealType === type),
  );
  return (
    <div className="mx-auto grid max-w-6xl gap-6 px-4 pt-8 sm:px-6 md:pt-12">
      <div className="grid gap-2">
        <PageHeading className="text-4xl">Menu</PageHeading>
        <p className="text-ink-soft tabular-nums">
          Every meal is 1 serving. Prices are per meal + delivery from{' '}
          {formatDollars(business.dailyFeeCents)} a day. The menu is updated every{' '}
          {weekdayName(business.menuUpdateWeekday)}.
        </p>
      </div>
      <MenuFilter type={type} />
      {shown.length === 0 ? (
        <EmptyState title="No meals found">
          <p>
            Check back soon: we update the menu every {weekdayName(business.menuUpdateWeekday)}.
          </p>
        </EmptyState>
      ) : (
        <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
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
        className={`${buttonClass('primary', 'large')} mt-4 justify-self-center`}
      >
        Order Now
      </Link>
    </div>
  );
}

/** Links, not buttons: they work without scripts, can be shared, and Back undoes them. */
function MenuFilter({ type }: { type: MealType | undefined }) {
  return (
    <nav aria-label="Filter meals" className="flex gap-2">
      {FILTERS.map((filter) => (
        <Link
          key={filter.label}
          to={paths.menu(filter.type ? { type: filter.type } : {})}
          preventScrollReset
          aria-current={filter.type === type ? 'true' : undefined}
          className="rounded-full border-2 border-primary bg-surface px-5 py-2 font-semibold text-primary hover:bg-primary-soft aria-current:bg-primary aria-current:text-on-primary"
        >
          {filter.label}
        </Link>
      ))}
    </nav>
  );
}

/** Anyone who has opened the menu once can read it again offline: a service worker keeps a copy. */
function useOfflineMenu(): void {
  useEffect(() => {
    // In development, a cached copy would only be in the way.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    // Private windows refuse it, and the menu works without.
    navigator.serviceWorker.register('/service-worker.js').catch(() => {});
  }, []);
}
