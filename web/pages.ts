/** Every page's own scripts, loaded when it is first wanted. */
import { pagePatterns } from '#web/navigation/paths.ts';

export const loadPage = {
  home: () => import('#web/site/home/home-page.tsx'),
  menu: () => import('#web/site/menu/menu-page.tsx'),
  howItWorks: () => import('#web/site/information/how-it-works-page.tsx'),
  notFound: () => import('#web/site/information/not-found-page.tsx'),
  order: () => import('./order-screen.tsx'),
  checkout: () => import('#web/site/checkout/checkout-page.tsx'),
  orderSuccess: () => import('#web/site/order-success/order-success-page.tsx'),
  tracking: () => import('#web/site/tracking/tracking-page.tsx'),
  admin: () => import('#web/portal/sign-in/authentication-required-page.tsx'),
};

const loadByPath: Partial<Record<string, () => Promise<unknown>>> = {
  [pagePatterns.home]: loadPage.home,
  [pagePatterns.menu]: loadPage.menu,
  [pagePatterns.howItWorks]: loadPage.howItWorks,
  [pagePatterns.order]: () =>
    Promise.all([loadPage.order(), import('#web/site/order/order-page.tsx')]),
  [pagePatterns.checkout]: loadPage.checkout,
};

/** Fetches a page's scripts beside those that will show it, not after. */
export function preloadPage(pathname: string): void {
  loadByPath[pathname]?.().catch(() => {
    // The route tries again and shows the failure.
  });
}
