import type { Ref } from 'react';
import type { LeftOut } from '#areas/menu/rules/filter-meals.ts';
import { countText, leftOutTexts } from '#areas/menu/rules/filter-parts.ts';
import type { MenuFilter } from '#areas/menu/rules/menu-filter.ts';
import type { MenuSearch } from '#areas/menu/rules/search/read-search.ts';
import type { Says } from '#areas/menu/rules/search/search-says.ts';
import { menuPath } from '#areas/menu/web/menu-path.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { CrossContact } from './cross-contact.tsx';
import type { MealOnMenu } from './meal-on-menu.ts';

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
export function FilterResult(props: FilterResultProps) {
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
