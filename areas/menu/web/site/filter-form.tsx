import { useConfig } from '#areas/business/web/page-data.ts';
import { servedTypes, type ServiceFacts, serviceTitle } from '#areas/business/rules/services.ts';
import { useEffect, useEffectEvent, useRef, type SyntheticEvent } from 'react';
import { removableParts, filterMeals } from '#areas/menu/rules/filter-meals.ts';
import {
  CHILLI_TOKEN,
  FILTER_FIELDS,
  LONGEST_MENU_SEARCH,
  type MenuFilter,
  parseMenuFilter,
  allergenToken,
  menuFilterParameters,
  DISH_KINDS,
  kindText,
} from '#areas/menu/rules/menu-filter.ts';
import { menuPath } from '#areas/menu/web/menu-data.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CONTROL_CLASS } from '#platform/web/ui/form/field-frame.tsx';
import { useNavigation } from '#platform/web/navigation/address.ts';
import { FilterFields, isCovered } from './filter-fields.tsx';
import type { MealOnMenu } from './meal-on-menu.ts';
import { ALLERGEN_GROUPS, groupState } from '#areas/needs/rules/allergens.ts';
import { Link } from '#platform/web/navigation/link.tsx';

/** Someone who types needs no list for every letter. */
const TYPING_PAUSE_MS = 300;

type FilterFormProps = {
  filter: MenuFilter;
  meals: readonly MealOnMenu[];
  onShow: () => void;
};

/** A plain form that leads to the address of its filter; with scripts, each change does so at once. */
export function FilterForm({ filter, meals, onShow }: FilterFormProps) {
  const formRef = useRef<HTMLFormElement>(null);
  const foldRef = useRef<HTMLDetailsElement>(null);
  const { apply, applyAfterPause } = useFormFilter(formRef, filter);
  const { business } = useConfig();
  const alone = { ...filter, type: null, main: null, chilli: false, search: '' };
  const count = removableParts(alone, business).length;

  function handleChange({ target }: SyntheticEvent) {
    if (target instanceof HTMLInputElement && target.type === 'search') applyAfterPause();
    else apply();
  }

  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault();
    apply();
    if (foldRef.current) foldRef.current.open = false;
    onShow();
  }

  return (
    <form
      ref={formRef}
      action={paths.menu()}
      data-app=""
      autoComplete="off"
      aria-label="Find meals"
      onChange={handleChange}
      onSubmit={handleSubmit}
      className="grid gap-2 print:hidden"
    >
      {filter.type !== null && (
        <input type="hidden" name={FILTER_FIELDS.type} value={filter.type} />
      )}
      {filter.main !== null && (
        <input type="hidden" name={FILTER_FIELDS.main} value={filter.main} />
      )}
      {filter.chilli && <input type="hidden" name={FILTER_FIELDS.chilli} value={CHILLI_TOKEN} />}
      <div className="flex max-w-xl gap-2">
        <input
          type="search"
          name={FILTER_FIELDS.search}
          aria-label="Search meals"
          placeholder="Meal or ingredient"
          maxLength={LONGEST_MENU_SEARCH}
          defaultValue={filter.search}
          className={`${CONTROL_CLASS} min-w-0`}
        />
        <Button type="submit" variant="secondary">
          Search
        </Button>
      </div>
      <DishChips filter={filter} meals={meals} />
      <details
        ref={foldRef}
        className="group open:rounded-2xl open:border open:border-line open:bg-surface"
      >
        <summary className="flex min-h-11 items-center gap-2 font-semibold text-primary group-open:px-4">
          <span aria-hidden="true" className="transition-transform group-open:rotate-90">
            ›
          </span>
          Filter and sort{count > 0 && ` (${count})`}
        </summary>
        <FilterFields filter={filter} meals={meals} />
      </details>
    </form>
  );
}

type ByForm = { byForm?: boolean } | null;

/** Keeps form and address alike: the form leads to an address, and shows the one that Back or a link has led to. */
function useFormFilter(
  formRef: React.RefObject<HTMLFormElement | null>,
  filter: MenuFilter,
): { apply: () => void; applyAfterPause: () => void } {
  const { navigate, place, isFromHistory } = useNavigation();
  const isByForm = (place.state as ByForm)?.byForm === true;
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  // What a tap before the scripts has led to comes twice: by the form, and by the repeated tap.
  const path = menuPath(filter);
  const shownPath = useRef(path);
  // Not with each new filter: what is on its way would be forgotten, and led to twice.
  useEffect(() => {
    shownPath.current = path;
  }, [path]);

  function apply() {
    clearTimeout(pause.current);
    if (!formRef.current) return;
    const next = filterIn(formRef.current);
    const to = menuPath(next);
    if (to === shownPath.current) return;
    shownPath.current = to;
    // Back leads past a whole word, not past each of its letters.
    const replace = next.search !== filter.search && filter.search !== '';
    void navigate(to, { replace, preventScrollReset: true, state: { byForm: true } });
  }

  const takeOver = useEffectEvent(() => {
    // Chosen before the scripts came.
    apply();
  });
  useEffect(() => takeOver(), []);

  const isFirst = useRef(true);
  const show = useEffectEvent(() => {
    const isTyping = isByForm && !isFromHistory;
    if (formRef.current && !isFirst.current) showInForm(formRef.current, filter, isTyping);
    isFirst.current = false;
  });
  // Also when there and back again were shown as one: what was typed meanwhile stands in the form.
  useEffect(() => show(), [place]);
  useEffect(() => () => clearTimeout(pause.current), []);

  return {
    apply,
    applyAfterPause() {
      clearTimeout(pause.current);
      pause.current = setTimeout(apply, TYPING_PAUSE_MS);
    },
  };
}

function filterIn(form: HTMLFormElement): MenuFilter {
  const given = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return parseMenuFilter(new URLSearchParams(given));
}

/** Makes the form say what the filter says. `isTyping`: the search field is ahead of the filter and stays. */
function showInForm(form: HTMLFormElement, filter: MenuFilter, isTyping: boolean): void {
  const query = new URLSearchParams(menuFilterParameters(filter));
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) field.value = query.get(field.name) ?? '';
    else if (!(field instanceof HTMLInputElement)) continue;
    else if (field.type === 'search' && !isTyping) field.value = filter.search;
    else if (field.type === 'checkbox') {
      field.checked =
        query.getAll(field.name).includes(field.value) || isCovered(filter, field.value);
      field.indeterminate = !field.checked && isPartly(filter, field);
    }
  }
}

/** Whether some of "All tree nuts" are ticked, and not all. */
function isPartly(filter: MenuFilter, { name, value }: HTMLInputElement): boolean {
  if (name !== FILTER_FIELDS.without) return false;
  const group = ALLERGEN_GROUPS.find((known) => allergenToken(known) === value);
  return group !== undefined && groupState(filter.without, group) === 'partly';
}

const CHIP_CLASS =
  'inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-full border-2 border-primary bg-surface px-4 font-semibold text-primary tabular-nums hover:bg-primary-soft';

type Chip = { label: string; to: MenuFilter; isOn: boolean; isAlways?: boolean };

/**
 * Links, not buttons: they work without scripts, can be shared, and Back undoes them. Each says how many meals it leads to;
 * what leads to none is not shown.
 */
function DishChips({ filter, meals }: { filter: MenuFilter; meals: readonly MealOnMenu[] }) {
  const { business } = useConfig();
  return (
    <nav
      aria-label="Filter meals"
      className="flex min-w-0 gap-2 overflow-x-auto pb-1 sm:flex-wrap print:hidden"
    >
      {chipsOf(filter, business).map(({ label, to, isOn, isAlways = false }) => {
        const count = isAlways ? null : filterMeals(meals, to).shown.length;
        if (count === 0 && !isOn) return null;
        return (
          <Link
            key={label}
            to={menuPath(isOn && !isAlways ? withoutKind(filter) : to)}
            preventScrollReset
            aria-current={isOn ? 'true' : undefined}
            className={`${CHIP_CLASS} aria-current:bg-primary aria-current:text-on-primary`}
          >
            {label}
            {count !== null && <span className="text-sm font-normal">{count}</span>}
          </Link>
        );
      })}
      <FavouritesChip />
    </nav>
  );
}

/** `hearts.ts` shows it where one of the meals is a favourite, and works it: favourites never leave the device. */
function FavouritesChip() {
  return (
    <button
      type="button"
      hidden
      data-only-hearts=""
      aria-pressed="false"
      suppressHydrationWarning
      className={`${CHIP_CLASS} aria-pressed:bg-primary aria-pressed:text-on-primary [&[hidden]]:hidden`}
    >
      <span aria-hidden="true">♥</span>
      <span className="sr-only">Favourites only</span>
      {/* Written by the page before React comes, which leaves what is inside as it is. */}
      <span
        data-count=""
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: '' }}
        className="text-sm font-normal"
      />
    </button>
  );
}

function chipsOf(filter: MenuFilter, facts: ServiceFacts): Chip[] {
  const { type, main, chilli } = filter;
  const served = servedTypes(facts);
  return [
    {
      label: 'All',
      to: { ...withoutKind(filter), type: null },
      isOn: type === null && main === null && !chilli,
      isAlways: true,
    },
    ...(served.length > 1 ? served : []).map((one) => ({
      label: serviceTitle(one, facts),
      to: { ...filter, type: one },
      isOn: type === one,
      isAlways: true,
    })),
    ...DISH_KINDS.map((kind) => ({
      label: kindText(kind),
      to: { ...filter, main: kind, chilli: false },
      isOn: main === kind,
    })),
    { label: 'Chilli', to: { ...filter, main: null, chilli: true }, isOn: chilli },
  ];
}

function withoutKind(filter: MenuFilter): MenuFilter {
  return { ...filter, main: null, chilli: false };
}
