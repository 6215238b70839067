/** The pages that a kitchen's own texts may link to. A test compares them with the table of pages. */
import { TEXT_PAGES } from './text-entry.ts';

export const SITE_PATHS: readonly string[] = [
  ...Object.values(TEXT_PAGES).map(({ path }) => path.replace(/\?.*$/, '')),
  '/find-order',
  '/this-device',
];

/** `path`: without a query. Meals have pages of their own, and come and go. */
export function isSitePath(path: string): boolean {
  return SITE_PATHS.includes(path) || /^\/menu\/[\w-]+$/.test(path);
}
