import type { Ref } from 'react';
import type { LeftOut } from '#areas/menu/rules/filter-meals.ts';
import { countText, leftOutTexts } from '#areas/menu/rules/filter-parts.ts';
import type { MenuFilter } from '#areas/menu/rules/menu-filter.ts';
import { CrossContact } from './cross-contact.tsx';
import type { MealOnMenu } from './meal-on-menu.ts';

type FilterResultProps = {
  ref: Ref<HTMLDivElement>;
  filter: MenuFilter;
  meals: readonly MealOnMenu[];
  shownCount: number;
  leftOut: readonly LeftOut<MealOnMenu>[];
};

/** How many meals there are and how many are left out for their allergens, never silently. */
export function FilterResult({ ref, filter, meals, shownCount, leftOut }: FilterResultProps) {
  return (
    <div ref={ref} tabIndex={-1} className="grid scroll-mt-20 gap-1 outline-none">
      <div aria-live="polite" className="grid gap-1">
        <p className="font-semibold tabular-nums">{countText(shownCount, meals.length)}</p>
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
