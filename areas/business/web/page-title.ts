import { fillLine } from '#areas/business/rules/texts/fill-line.ts';
import type { ShownTexts } from '#areas/business/rules/texts/text-entry.ts';
import type { Page } from './define-page.ts';

/** What comes before the business's name in the window's title: the kitchen's own words, or the page's name. */
export function titleOf(
  { title, search }: Pick<Page, 'title' | 'search'>,
  { own, values }: ShownTexts,
): string {
  const mine = search === undefined ? undefined : own[`seo.${search}.title`];
  if (typeof mine !== 'string') return title;
  const { text, emptied } = fillLine(mine, values);
  return emptied.length > 0 ? title : (text ?? title);
}
