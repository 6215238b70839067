/** Queries with more values than a page can list beforehand: those that mean the same have one spelling. */
import { FILTER_FIELDS, parseMenuFilter } from '#areas/menu/rules/menu-filter.ts';
import { menuQuery } from '#areas/menu/web/menu-data.ts';
import type { Page } from '#areas/business/web/define-page.ts';

type OpenQuery = {
  /** Known parameters only, in one sequence; empty for none. */
  query: string;
  /** Whether search engines may list the page. */
  isListed: boolean;
  /** A form without scripts sends its empty fields too: then the browser is sent on to the address without them. */
  hasEmptyFields: boolean;
};

export function readOpenQuery(
  kind: NonNullable<Page['openQuery']>,
  parameters: URLSearchParams,
): OpenQuery {
  switch (kind) {
    case 'menu': {
      const filter = parseMenuFilter(parameters);
      const fields = Object.values(FILTER_FIELDS);
      return {
        query: menuQuery(filter),
        // There are as many searches as words: search engines would find the same meals over and over.
        isListed: filter.search === '',
        hasEmptyFields: fields.some((name) => parameters.getAll(name).includes('')),
      };
    }
  }
}
