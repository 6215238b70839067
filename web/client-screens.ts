/** The screens that run in the browser only, each loaded when it is first wanted. */
import { pagePatterns } from '#web/navigation/paths.ts';

export const clientScreens = {
  order: () => import('#web/site/order/order-page.tsx'),
  checkout: () => import('#web/site/checkout/checkout-page.tsx'),
  orderSuccess: () => import('#web/site/order-success/order-success-page.tsx'),
  tracking: () => import('#web/site/tracking/tracking-page.tsx'),
  admin: () => import('#web/portal/sign-in/authentication-required-page.tsx'),
};

const screenOfPath: Partial<Record<string, () => Promise<unknown>>> = {
  [pagePatterns.order]: clientScreens.order,
  [pagePatterns.checkout]: clientScreens.checkout,
};

/** Fetches the large screens beside the scripts that will show them, not after. */
export function preloadScreen(pathname: string): void {
  screenOfPath[pathname]?.().catch(() => {
    // The route tries again and shows the failure.
  });
}
