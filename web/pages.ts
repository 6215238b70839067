/** Every page's own scripts, loaded when it is first wanted. */
export const loadPage = {
  home: () => import('./home-screen.tsx'),
  menu: () => import('#web/site/menu/menu-page.tsx'),
  howItWorks: () => import('#web/site/information/how-it-works-page.tsx'),
  notFound: () => import('#web/site/information/not-found-page.tsx'),
  order: () => import('./order-screen.tsx'),
  checkout: () => import('#web/site/checkout/checkout-page.tsx'),
  orderSuccess: () => import('#web/site/order-success/order-success-page.tsx'),
  tracking: () => import('#web/site/tracking/tracking-page.tsx'),
  admin: () => import('./admin-screen.tsx'),
  deliverySlots: () => import('./delivery-slots-screen.tsx'),
  signIn: () => import('#web/portal/sign-in/sign-in-page.tsx'),
  setup: () => import('#web/portal/sign-in/setup-page.tsx'),
  invite: () => import('#web/portal/sign-in/invite-page.tsx'),
  resetPassword: () => import('#web/portal/sign-in/reset-password-page.tsx'),
};
