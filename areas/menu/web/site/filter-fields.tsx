import { capitalised } from '#platform/rules/capitalised.ts';
import { PRICE_LIMITS } from '#areas/menu/rules/recipe-limits.ts';
import { caloriesText, priceText } from '#areas/menu/rules/filter-meals.ts';
import {
  allergenToken,
  CALORIE_LIMITS,
  dietToken,
  FILTER_FIELDS,
  groupsOf,
  type MenuFilter,
  type MenuSort,
  MENU_SORTS,
  priceToken,
} from '#areas/menu/rules/menu-filter.ts';
import {
  ALLERGEN_GROUPS,
  type AllergenGroup,
  FURTHER_GROUPS,
} from '#areas/needs/rules/allergens.ts';
import { type Diet, DIETS, dietText } from '#areas/needs/rules/food-needs.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { FieldChip } from '#platform/web/ui/form/field-chip.tsx';
import type { MealOnMenu } from '#areas/menu/web/site/meal-on-menu.ts';
import type { ReactNode } from 'react';
import { CONTROL_CLASS } from '#platform/web/ui/form/field-frame.tsx';
import { allergensOnMenu, crossContactText } from '#areas/menu/rules/cross-contact.ts';
import { useConfig } from '#areas/business/web/page-data.ts';

/** "All seafood" is "Fish" and "Shellfish", which stand beside each other. */
const SINGLE_ALLERGENS = FURTHER_GROUPS.filter(({ allergens }) => allergens.length === 1);
const FIRST_DIETS: readonly Diet[] = ['vegetarian', 'vegan', 'dairy free', 'gluten free'];
const FURTHER_DIETS = DIETS.filter((diet) => !FIRST_DIETS.includes(diet));

const SORT_WORDS: Record<MenuSort, string> = {
  menu: 'As on the menu',
  price: 'Lowest price',
  calories: 'Fewest calories',
  protein: 'Most protein',
};

type FilterFieldsProps = { filter: MenuFilter; meals: readonly MealOnMenu[] };

/** What is in the fold. The browser keeps what is ticked; the filter only says how it starts. */
export function FilterFields({ filter, meals }: FilterFieldsProps) {
  return (
    <div className="grid gap-5 px-4 pt-2 pb-4">
      <AllergenFields filter={filter} meals={meals} />
      <DietFields filter={filter} />
      <div className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
        <FilterSelect
          name={FILTER_FIELDS.price}
          label="Price"
          chosen={filter.underCents === null ? '' : priceToken(filter.underCents)}
          options={[
            ['', 'Any price'],
            ...PRICE_LIMITS.map((cents) => [priceToken(cents), priceText(cents)] as const),
          ]}
        />
        <FilterSelect
          name={FILTER_FIELDS.sort}
          label="Sort"
          chosen={filter.sort === 'menu' ? '' : filter.sort}
          options={MENU_SORTS.map((sort) => [sort === 'menu' ? '' : sort, SORT_WORDS[sort]])}
        />
        <fieldset className="col-span-2 grid content-end">
          <legend className="sr-only">Calories</legend>
          {CALORIE_LIMITS.map((limit) => (
            <FieldChip
              key={limit}
              name={FILTER_FIELDS.calories}
              value={String(limit)}
              defaultChecked={filter.underCalories === limit}
            >
              {caloriesText(limit)}
            </FieldChip>
          ))}
        </fieldset>
      </div>
      <Button type="submit" className="justify-self-start">
        Show meals
      </Button>
    </div>
  );
}

/** Whether a whole group that is left out names it already. */
export function isCovered({ without }: MenuFilter, token: string): boolean {
  const named = groupsOf(without);
  return (
    SINGLE_ALLERGENS.some(
      (single) =>
        allergenToken(single) === token &&
        single.allergens.every((allergen) => without.includes(allergen)),
    ) && !named.some((group) => allergenToken(group) === token)
  );
}

function AllergenFields({ filter, meals }: FilterFieldsProps) {
  const named = groupsOf(filter.without).map(allergenToken);
  const chip = (group: AllergenGroup) => {
    const token = allergenToken(group);
    const covered = isCovered(filter, token);
    return (
      <FieldChip
        key={token}
        name={FILTER_FIELDS.without}
        value={token}
        defaultChecked={covered || named.includes(token)}
        disabled={covered}
      >
        {group.name}
      </FieldChip>
    );
  };
  return (
    <ChipSet
      legend="Leave out meals with"
      more={SINGLE_ALLERGENS.map(chip)}
      moreLabel="More allergens"
      note={<CrossContact meals={meals} />}
    >
      {ALLERGEN_GROUPS.map(chip)}
    </ChipSet>
  );
}

function DietFields({ filter: { diets } }: { filter: MenuFilter }) {
  const chip = (diet: Diet) => (
    <FieldChip
      key={diet}
      name={FILTER_FIELDS.diet}
      value={dietToken(diet)}
      defaultChecked={diets.includes(diet)}
    >
      {capitalised(dietText(diet))}
    </FieldChip>
  );
  return (
    <ChipSet legend="Diet" more={FURTHER_DIETS.map(chip)} moreLabel="More diets">
      {FIRST_DIETS.map(chip)}
    </ChipSet>
  );
}

type ChipSetProps = {
  legend: string;
  children: ReactNode;
  more: ReactNode;
  moreLabel: string;
  note?: ReactNode;
};

/** The rarer ones are folded, without a script. */
function ChipSet({ legend, children, more, moreLabel, note }: ChipSetProps) {
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">{children}</div>
      <details>
        <summary className="inline-flex min-h-11 items-center text-sm font-semibold text-primary underline underline-offset-4">
          {moreLabel}
        </summary>
        <div className="flex flex-wrap gap-2 pt-1">{more}</div>
      </details>
      {note}
    </fieldset>
  );
}

type FilterSelectProps = {
  name: string;
  label: string;
  chosen: string;
  /** Value and text. */
  options: readonly (readonly [string, string])[];
};

function FilterSelect({ name, label, chosen, options }: FilterSelectProps) {
  return (
    <label className="grid min-w-0 gap-1.5 font-semibold">
      {label}
      <select name={name} defaultValue={chosen} className={`${CONTROL_CLASS} px-3 font-normal`}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What leaving an allergen out can and cannot promise. */
export function CrossContact({ meals }: { meals: readonly MealOnMenu[] }) {
  const { business } = useConfig();
  return <p className="text-sm">{crossContactText(allergensOnMenu(meals), business)}</p>;
}
