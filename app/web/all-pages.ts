/** The whole table of pages, for the server, which renders them, and for what checks them all. */
import type { Page } from '#areas/business/web/define-page.ts';
import { layouts, pages } from './pages.ts';
import { staffLayouts, staffPages } from './staff-pages.ts';

/** The browser's module with the pages of staff. */
export const STAFF_PAGES = 'app/web/staff-pages.ts';

export const allPages: readonly Page[] = [...pages, ...staffPages];

export const allLayouts = { ...layouts, ...staffLayouts };
