/** Every page's own scripts, loaded when it is first wanted. */
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
