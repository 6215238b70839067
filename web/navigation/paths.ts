/** Every link of the site is built here. */
import type { MealType } from '#domain/menu/meal.ts';

export type OrderStep = 1 | 2 | 3 | 4;

/** Where each page is found, in the route table's notation. */
export const pagePatterns = {
  home: '/',
  menu: '/menu',
  howItWorks: '/how-it-works',
  order: '/order',
  checkout: '/checkout',
  orderSuccess: '/order-success',
  tracking: '/track/:token',
  admin: '/admin',
} as const;

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

export const paths = {
  home: () => pagePatterns.home,
  menu: (filter: { type?: MealType } = {}) => withQuery(pagePatterns.menu, filter),
  howItWorks: () => pagePatterns.howItWorks,
  order: (at: { step?: OrderStep } = {}) =>
    withQuery(pagePatterns.order, { step: at.step === undefined ? undefined : String(at.step) }),
  checkout: () => pagePatterns.checkout,
  orderSuccess: (order: { orderNumber: string }) => withQuery(pagePatterns.orderSuccess, order),
  tracking: (token: string) => `/track/${encodeURIComponent(token)}`,
  admin: () => pagePatterns.admin,
  /** "(07) 5550 0164" -> "tel:+61755500164". */
  phone: (shown: string) => `tel:${shown.replaceAll(/\D/g, '').replace(/^0/, '+61')}`,
  email: (address: string) => `mailto:${address}`,
};
