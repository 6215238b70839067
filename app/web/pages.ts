/**
 * The table of pages that customers see; those of staff are in `staff-pages.ts`. Routes, what to preload, sitemap,
 * robots.txt and the journeys follow from it; what only these need never reaches the browser.
 */
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';
import { menuPages } from '#areas/menu/web/site/pages.ts';
import { sitePages } from '#areas/site/web/site/pages.ts';
import { waitlistPages } from '#areas/waitlist/web/site/pages.ts';
import { calculatorPages } from '#areas/calculator/web/site/pages.ts';
import { checkoutPages } from '#areas/checkout/web/site/pages.ts';
import { customersPages } from '#areas/customers/web/site/pages.ts';
import { definePage, defineLayout, type Page } from '#areas/business/web/define-page.ts';

/** What every page that makes calls imports. */
export const QUERY_PROVIDER = 'areas/menu/web/query-provider.tsx';

export const layouts = {
  site: defineLayout({
    load: () => import('#areas/site/web/site/layout/site-layout.tsx'),
    component: 'SiteLayout',
  }),
  order: defineLayout({
    load: () => import('#areas/site/web/site/layout/order-layout.tsx'),
    component: 'OrderLayout',
  }),
  checkout: defineLayout({
    load: () => import('#areas/site/web/site/layout/checkout-layout.tsx'),
    component: 'CheckoutLayout',
  }),
};

export const pages: readonly Page[] = [
  // Pages that anyone can read, in the sitemap's order.
  definePage({
    path: '/',
    title: 'Fresh local meals, delivered',
    search: 'home',
    structuredData: 'restaurant',
    query: { view: ['public'] },
    load: () => import('#areas/site/web/site/home-page.tsx'),
    component: 'HomePage',
  }),
  definePage({
    path: '/menu',
    title: 'Menu',
    search: 'menu',
    structuredData: 'menu',
    query: { type: MEAL_TYPES },
    openQuery: 'menu',
    load: () => import('#areas/menu/web/site/menu-page.tsx'),
    component: 'MenuPage',
    laterModules: ['areas/order-book/web/few-left.ts'],
  }),
  definePage({
    path: '/order',
    title: 'Order',
    search: 'order',
    load: () => import('#app/web/order-screen.tsx'),
    component: 'OrderScreen',
    layout: 'order',
    laterModules: [
      QUERY_PROVIDER,
      'areas/checkout/web/site/order-meals/meals-step.tsx',
      'areas/checkout/web/site/fill-week-dialog.tsx',
      'areas/checkout/web/site/customer-step.tsx',
      'areas/needs/web/food-questions.tsx',
      'areas/needs/rules/gate/open-questions.ts',
      'areas/checkout/web/site/summary-step.tsx',
      'areas/checkout/web/site/order/notices-dialog.tsx',
      'platform/web/ui/feedback/confirm.tsx',
    ],
    putsScriptsFirst: true,
    firstCalls: ['/api/ordering-week'],
    maxScriptKilobytes: 108,
  }),

  // Pages that belong to one customer.
  definePage({
    path: '/track/:token',
    title: 'Your order',
    isClosedToRobots: true,
    load: () => import('#app/web/tracking-screen.tsx'),
    component: 'TrackingScreen',
    ofOrder: 'payer',
  }),
  definePage({
    path: '/r/:token',
    title: 'Your meals',
    isClosedToRobots: true,
    load: () => import('#app/web/tracking-screen.tsx'),
    component: 'ReceivedScreen',
    ofOrder: 'recipient',
  }),
  definePage({
    path: '/track/:token/change',
    title: 'Change your order',
    isClosedToRobots: true,
    load: () => import('#app/web/change-screen.tsx'),
    component: 'ChangeScreen',
    layout: 'order',
    isPrerendered: false,
  }),

  ...menuPages,
  ...sitePages,
  ...waitlistPages,
  ...calculatorPages,
  ...checkoutPages,
  ...customersPages,

  definePage({
    path: '*',
    title: '404 Page Not Found',
    isNotFound: true,
    load: () => import('#areas/business/web/not-found-page.tsx'),
    component: 'NotFoundPage',
  }),
];
