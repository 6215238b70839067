/** Every link of the site is built here. */
import type { MealType } from '#domain/menu/meal.ts';
import type { PortalTab } from './portal-tabs.ts';

export type OrderStep = 1 | 2 | 3 | 4;

/** The path of each page, in the route table's notation. */
export const pagePatterns = {
  home: '/',
  menu: '/menu',
  howItWorks: '/how-it-works',
  faq: '/faq',
  about: '/about',
  landing: '/landing',
  waitlist: '/waitlist',
  unsubscribe: '/unsubscribe',
  privacy: '/privacy',
  terms: '/terms',
  calorieCalculator: '/calorie-calculator',
  order: '/order',
  checkout: '/checkout',
  orderSuccess: '/order-success',
  tracking: '/track/:token',
  admin: '/admin',
  deliverySlots: '/delivery-slots',
  signIn: '/sign-in',
  setup: '/setup',
  invite: '/invite',
  resetPassword: '/reset-password',
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
  /** Opens at `question`, if given. */
  faq: (at: { question?: string } = {}) =>
    at.question === undefined ? pagePatterns.faq : `${pagePatterns.faq}#${at.question}`,
  about: () => pagePatterns.about,
  landing: () => pagePatterns.landing,
  /** Prefills the form with `suburb`, if given. */
  waitlist: (asked: { suburb?: string } = {}) => withQuery(pagePatterns.waitlist, asked),
  privacy: () => pagePatterns.privacy,
  terms: () => pagePatterns.terms,
  /** Where the suburb check goes without scripts: the server redirects to the order or the waitlist. */
  suburbCheck: () => '/suburb',
  calorieCalculator: () => pagePatterns.calorieCalculator,
  order: (at: { step?: OrderStep } = {}) =>
    withQuery(pagePatterns.order, { step: at.step === undefined ? undefined : String(at.step) }),
  checkout: () => pagePatterns.checkout,
  orderSuccess: (order: { orderNumber: string }) => withQuery(pagePatterns.orderSuccess, order),
  tracking: (token: string) => `/track/${encodeURIComponent(token)}`,
  admin: (at: { tab?: PortalTab; meal?: number | 'new'; order?: number } = {}) =>
    withQuery(pagePatterns.admin, {
      tab: at.tab,
      meal: at.meal === undefined ? undefined : String(at.meal),
      order: at.order === undefined ? undefined : String(at.order),
    }),
  deliverySlots: () => pagePatterns.deliverySlots,
  signIn: (after: { next?: string } = {}) => withQuery(pagePatterns.signIn, after),
  /** Sends a browser to the sign-in page, and from there to `next`. */
  login: (after: { next?: string } = {}) => withQuery('/api/login', after),
  singleSignOn: (after: { next?: string } = {}) => withQuery('/api/auth/oidc', after),
  logout: () => '/api/logout',
  /** What visitors see, for staff too. */
  publicHome: () => withQuery(pagePatterns.home, { view: 'public' }),
  /** "(07) 5550 0164" -> "tel:+61755500164". */
  phone: (shown: string) => `tel:${shown.replaceAll(/\D/g, '').replace(/^0/, '+61')}`,
  email: (address: string) => `mailto:${address}`,
};
