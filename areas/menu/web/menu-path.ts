import { menuFilterParameters, type MenuFilter } from '#areas/menu/rules/menu-filter.ts';
import { paths } from '#platform/web/navigation/paths.ts';

/** Filters that show the same have the same query; empty for the whole menu. */
export function menuQuery(filter: MenuFilter): string {
  return new URLSearchParams(menuFilterParameters(filter)).toString();
}

/** Apart from the other links, because only the menu's own code knows filters. */
export function menuPath(filter: MenuFilter): string {
  const query = menuQuery(filter);
  return query === '' ? paths.menu() : `${paths.menu()}?${query}`;
}
