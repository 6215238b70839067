import { definePage, type Page } from '#areas/business/web/define-page.ts';

export const checkoutPages: readonly Page[] = [
  definePage({
    path: '/checkout',
    title: 'Checkout',
    isClosedToRobots: true,
    load: () => import('#areas/checkout/web/site/checkout-page.tsx'),
    component: 'CheckoutPage',
    layout: 'checkout',
    isPrerendered: false,
  }),
  definePage({
    path: '/order-success',
    title: 'Order placed',
    isClosedToRobots: true,
    load: () => import('#areas/checkout/web/site/order-success-page.tsx'),
    component: 'OrderSuccessPage',
    isPrerendered: false,
  }),
  definePage({
    path: '/pay/:token',
    title: 'Pay for your order',
    isClosedToRobots: true,
    load: () => import('#areas/checkout/web/site/pay-link-page.tsx'),
    component: 'PayLinkPage',
    layout: 'checkout',
    isPrerendered: false,
  }),
  definePage({
    path: '/bell/:token',
    title: 'When a place comes free',
    isClosedToRobots: true,
    load: () => import('#areas/checkout/web/site/bell-page.tsx'),
    component: 'BellPage',
    isPrerendered: false,
  }),
  definePage({
    path: '/this-device',
    title: 'Kept on this device',
    isClosedToRobots: true,
    load: () => import('#areas/checkout/web/site/this-device-page.tsx'),
    component: 'ThisDevicePage',
    isPrerendered: false,
  }),
];
