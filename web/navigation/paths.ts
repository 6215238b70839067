/** Every link of the site is built here. */
import type { MealType } from '#domain/menu/meal.ts';
import type { PortalTab } from './portal-tabs.ts';

export type OrderStep = 1 | 2 | 3 | 4;

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

export const paths = {
  home: () => '/',
  menu: (filter: { type?: MealType } = {}) => withQuery('/menu', filter),
  howItWorks: () => '/how-it-works',
  /** Opens at `question`, if given. */
  faq: (at: { question?: string } = {}) =>
    at.question === undefined ? '/faq' : `/faq#${at.question}`,
  about: () => '/about',
  landing: () => '/landing',
  /** Prefills the form with `suburb`, if given. */
  waitlist: (asked: { suburb?: string } = {}) => withQuery('/waitlist', asked),
  privacy: () => '/privacy',
  terms: () => '/terms',
  /** Where the suburb check goes without scripts: the server redirects to the order or the waitlist. */
  suburbCheck: () => '/suburb',
  calorieCalculator: () => '/calorie-calculator',
  order: (at: { step?: OrderStep } = {}) =>
    withQuery('/order', { step: at.step === undefined ? undefined : String(at.step) }),
  checkout: () => '/checkout',
  orderSuccess: (order: { orderNumber: string }) => withQuery('/order-success', order),
  tracking: (token: string) => `/track/${encodeURIComponent(token)}`,
  admin: (at: { tab?: PortalTab; meal?: number | 'new'; order?: number } = {}) =>
    withQuery('/admin', {
      tab: at.tab,
      meal: at.meal === undefined ? undefined : String(at.meal),
      order: at.order === undefined ? undefined : String(at.order),
    }),
  deliverySlots: () => '/delivery-slots',
  signIn: (after: { next?: string } = {}) => withQuery('/sign-in', after),
  /** Sends a browser to the sign-in page, and from there to `next`. */
  login: (after: { next?: string } = {}) => withQuery('/api/login', after),
  singleSignOn: (after: { next?: string } = {}) => withQuery('/api/auth/oidc', after),
  logout: () => '/api/logout',
  /** What visitors see, for staff too. */
  publicHome: () => withQuery('/', { view: 'public' }),
  /** "(07) 5550 0164" -> "tel:+61755500164". */
  phone: (shown: string) => `tel:${shown.replaceAll(/\D/g, '').replace(/^0/, '+61')}`,
  email: (address: string) => `mailto:${address}`,
};
