import { DISH_KINDS, kindText } from '#areas/menu/rules/dish-kinds.ts';
import { filterMeals } from '#areas/menu/rules/filter-meals.ts';
import type { MenuFilter } from '#areas/menu/rules/menu-filter.ts';
import { menuPath } from '#areas/menu/web/menu-path.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import type { MealOnMenu } from './meal-on-menu.ts';

const CHIP_CLASS =
  'inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-full border-2 border-primary bg-surface px-4 font-semibold text-primary tabular-nums hover:bg-primary-soft';

type Chip = { label: string; to: MenuFilter; isOn: boolean; isAlways?: boolean };

/**
 * Links, not buttons: they work without scripts, can be shared, and Back undoes them. Each says how many meals it leads to;
 * what leads to none is not shown.
 */
export function DishChips({ filter, meals }: { filter: MenuFilter; meals: readonly MealOnMenu[] }) {
  return (
    <nav
      aria-label="Filter meals"
      className="flex min-w-0 gap-2 overflow-x-auto pb-1 sm:flex-wrap print:hidden"
    >
      {chipsOf(filter).map(({ label, to, isOn, isAlways = false }) => {
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
      <span data-count="" suppressHydrationWarning className="text-sm font-normal" />
    </button>
  );
}

function chipsOf(filter: MenuFilter): Chip[] {
  const { type, main, chilli } = filter;
  return [
    {
      label: 'All',
      to: { ...withoutKind(filter), type: null },
      isOn: type === null && main === null && !chilli,
      isAlways: true,
    },
    ...(['lunch', 'dinner'] as const).map((one) => ({
      label: one === 'lunch' ? 'Lunch' : 'Dinner',
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
