import { removableParts } from '#areas/menu/rules/filter-parts.ts';
import type { MenuFilter } from '#areas/menu/rules/menu-filter.ts';
import { menuPath } from '#areas/menu/web/menu-path.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';

/** Every filter in force, each a link that takes it off. Lunch, dinner and the kinds of dish have links of their own. */
export function FilterChips({ filter, onRemove }: { filter: MenuFilter; onRemove: () => void }) {
  const parts = removableParts({ ...filter, type: null, main: null, chilli: false });
  if (parts.length === 0) return null;
  return (
    <ul aria-label="Filters in force" className="flex flex-wrap items-center gap-2 print:hidden">
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
