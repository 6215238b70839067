/** What search results and shared links say of each page. Longer ones would be cut there. */
import { type LineEntry, TEXT_PAGES, type TextPage } from './text-entry.ts';

export type SearchPage = Exclude<TextPage, 'every'>;

const DESCRIPTIONS: Record<SearchPage, string> = {
  home: 'Healthy {services} cooked by local chefs and delivered across {area}.',
  menu: 'This week’s {services}, with prices, nutrition facts and allergens.',
  order: 'Choose {services} for everyone at your table, delivered to your door.',
  how: 'When to order, when we deliver, what delivery costs and how long meals keep.',
  faq: 'Delivery areas and fees, when to order, how long meals keep, allergens, paying and changing an order.',
  about: 'Local chefs, meals for the week, no packs and no subscriptions.',
  privacy: 'What we collect about you, why, who else sees it and how to have it deleted.',
  terms: 'Prices, ordering, delivery, changes, refunds and your rights.',
  landing:
    'Healthy {services} by local chefs, delivered in {region}. Join the waitlist and be first to hear from us.',
  waitlist: 'Not in your suburb yet? Leave your email and we’ll tell you when we deliver there.',
  calculator:
    'How much you need in a day, and which plan of {services} fits: with ranges and sources. No email address needed.',
};

const SEARCH_PAGES = Object.keys(DESCRIPTIONS) as SearchPage[];

export const SEARCH_TEXTS: Readonly<Record<string, LineEntry>> = Object.fromEntries(
  SEARCH_PAGES.flatMap((page): [string, LineEntry][] => [
    [
      `seo.${page}.title`,
      {
        page,
        label: 'Title in search results',
        hint: `Your name follows it. By default the page’s own name, as in “${TEXT_PAGES[page].label}”.`,
        kind: 'line',
        ours: '',
        max: 60,
      },
    ],
    [
      `seo.${page}.description`,
      {
        page,
        label: 'Description in search results',
        kind: 'line',
        ours: DESCRIPTIONS[page],
        max: 155,
      },
    ],
  ]),
);
