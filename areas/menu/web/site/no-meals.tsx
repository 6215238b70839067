import { weekdayName } from '#platform/rules/plain-date.ts';
import { filterMeals, waysOut, type WayOut } from '#areas/menu/rules/filter-meals.ts';
import { countText } from '#areas/menu/rules/filter-parts.ts';
import { DISH_KINDS, kindText } from '#areas/menu/rules/dish-kinds.ts';
import type { Says } from '#areas/menu/rules/search/search-says.ts';
import type { MenuFilter } from '#areas/menu/rules/menu-filter.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { menuPath } from '#areas/menu/web/menu-path.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import type { MealOnMenu } from './meal-on-menu.ts';

type NoMealsProps = {
  filter: MenuFilter;
  meals: readonly MealOnMenu[];
  says: readonly Says[];
  onChange: () => void;
};

/** So many kinds of dish are offered instead. */
const NEAREST = 3;

/** Says what to take off to see meals. Never an allergen: those who need it call us. */
export function NoMeals({ filter, meals, says, onChange }: NoMealsProps) {
  const { menuUpdateWeekday, phone } = useConfig().business;
  const nothing = says.find(({ about }) => about === 'nothing');
  const nearest = nothing ? nearestKinds(meals, filter) : [];
  const ways = nearest.length > 0 ? nearest : waysOut(meals, filter);
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
