import { Link } from 'react-router';
import { weekdayName } from '#platform/rules/plain-date.ts';
import { waysOut } from '#areas/menu/rules/filter-meals.ts';
import { countText } from '#areas/menu/rules/filter-parts.ts';
import type { MenuFilter } from '#areas/menu/rules/menu-filter.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { menuPath } from '#areas/menu/web/menu-path.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import type { MealOnMenu } from './meal-on-menu.ts';

type NoMealsProps = {
  filter: MenuFilter;
  meals: readonly MealOnMenu[];
  onChange: () => void;
};

/** Says what to take off to see meals. Never an allergen: those who need it call us. */
export function NoMeals({ filter, meals, onChange }: NoMealsProps) {
  const { menuUpdateWeekday, phone } = useConfig().business;
  const ways = waysOut(meals, filter);
  return (
    <EmptyState title="No meals found">
      {meals.length === 0 && (
        <p>Check back soon: we update the menu every {weekdayName(menuUpdateWeekday)}.</p>
      )}
      {ways.length > 0 && (
        <>
          <p>No meal fits all of these filters. Take one off:</p>
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
          No meal on this menu declares its allergens without those you left out. Call us on{' '}
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
