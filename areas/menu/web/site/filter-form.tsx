import { useEffect, useEffectEvent, useRef, type SyntheticEvent } from 'react';
import { removableParts } from '#areas/menu/rules/filter-parts.ts';
import {
  CHILLI_TOKEN,
  FILTER_FIELDS,
  LONGEST_MENU_SEARCH,
  type MenuFilter,
  parseMenuFilter,
} from '#areas/menu/rules/menu-filter.ts';
import { menuPath } from '#areas/menu/web/menu-path.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CONTROL_CLASS } from '#platform/web/ui/form/field-frame.tsx';
import { useNavigation } from '#platform/web/navigation/address.ts';
import { DishChips } from './dish-chips.tsx';
import { FilterFields } from './filter-fields.tsx';
import type { MealOnMenu } from './meal-on-menu.ts';
import { showInForm } from './show-in-form.ts';

/** Someone who types needs no list for every letter. */
const TYPING_PAUSE_MS = 300;

type FilterFormProps = {
  filter: MenuFilter;
  meals: readonly MealOnMenu[];
  /** Someone has finished choosing. */
  onShow: () => void;
};

/** A plain form that leads to the address of its filter; with scripts, each change does so at once. */
export function FilterForm({ filter, meals, onShow }: FilterFormProps) {
  const formRef = useRef<HTMLFormElement>(null);
  const foldRef = useRef<HTMLDetailsElement>(null);
  const { apply, applyAfterPause } = useFormFilter(formRef, filter);
  const count = removableParts({
    ...filter,
    type: null,
    main: null,
    chilli: false,
    search: '',
  }).length;

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
  const shownPath = useRef(menuPath(filter));
  useEffect(() => {
    shownPath.current = menuPath(filter);
  }, [filter]);

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
