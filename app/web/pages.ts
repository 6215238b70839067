/**
 * The table of pages that customers see; those of staff are in `staff-pages.ts`. Routes, what to preload, sitemap,
 * robots.txt and the journeys follow from it; what only these need never reaches the browser.
 */
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';
import { definePage, defineLayout, type Page } from './define-page.ts';

/** What every page that makes calls imports. */
export const QUERY_PROVIDER = 'areas/menu/web/query-provider.tsx';

/** Frames that are loaded with the first page in them; the others come with every page. */
export const lazyLayouts = {
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
    description: ({ region }) =>
      `Healthy lunches and dinners cooked by local chefs and delivered across ${region.areaPhrase}.`,
    structuredData: 'restaurant',
    query: { view: ['public'] },
    load: () => import('./home-screen.tsx'),
    component: 'HomeScreen',
    maxScriptKilobytes: 100,
  }),
  definePage({
    path: '/menu',
    title: 'Menu',
    description: 'This week’s lunches and dinners, with prices, nutrition facts and allergens.',
    structuredData: 'menu',
    query: { type: MEAL_TYPES },
    openQuery: 'menu',
    load: () => import('./menu-screen.tsx'),
    component: 'MenuScreen',
    laterModules: ['areas/menu/web/site/menu-view.tsx'],
    maxScriptKilobytes: 100,
  }),
  definePage({
    path: '/menu/:slug',
    title: '',
    description: 'What is in a meal of ours, how to heat it and how long it keeps.',
    isAboutMeal: true,
    load: () => import('#areas/menu/web/site/meal-page.tsx'),
    component: 'MealPage',
    maxScriptKilobytes: 103.5,
  }),
  definePage({
    path: '/how-it-works',
    title: 'How It Works',
    description: 'When to order, when we deliver, what delivery costs and how long meals keep.',
    load: () => import('#areas/site/web/site/information/how-it-works-page.tsx'),
    component: 'HowItWorksPage',
    maxScriptKilobytes: 100,
  }),
  definePage({
    path: '/faq',
    title: 'FAQ',
    description:
      'Delivery areas and fees, when to order, how long meals keep, allergens, paying and changing an order.',
    structuredData: 'questions',
    load: () => import('#areas/site/web/site/information/faq-page.tsx'),
    component: 'FaqPage',
    maxScriptKilobytes: 100,
  }),
  definePage({
    path: '/about',
    title: 'About us',
    description: 'Local chefs, meals for the week, no packs and no subscriptions.',
    load: () => import('#areas/site/web/site/information/about-page.tsx'),
    component: 'AboutPage',
    maxScriptKilobytes: 100,
  }),
  definePage({
    path: '/landing',
    title: 'Join the waitlist',
    description: ({ region }) =>
      `Healthy lunches and dinners by local chefs, delivered in ${region.shortName}. Join the waitlist and be first to hear from us.`,
    load: () => import('#areas/waitlist/web/site/landing-page.tsx'),
    component: 'LandingPage',
    maxScriptKilobytes: 120,
  }),
  definePage({
    path: '/waitlist',
    title: 'Waitlist',
    description:
      'Not in your suburb yet? Leave your email and we’ll tell you when we deliver there.',
    load: () => import('#areas/waitlist/web/site/waitlist-page.tsx'),
    component: 'WaitlistPage',
    maxScriptKilobytes: 120,
  }),
  definePage({
    path: '/privacy',
    title: 'Privacy',
    description: 'What we collect about you, why, who else sees it and how to have it deleted.',
    load: () => import('#areas/site/web/site/information/privacy-page.tsx'),
    component: 'PrivacyPage',
    maxScriptKilobytes: 100,
  }),
  definePage({
    path: '/terms',
    title: 'Terms of service',
    description: 'Prices, ordering, delivery, changes, refunds and your rights.',
    load: () => import('#areas/site/web/site/information/terms-page.tsx'),
    component: 'TermsPage',
    maxScriptKilobytes: 100,
  }),
  definePage({
    path: '/calorie-calculator',
    title: 'Calorie Calculator',
    description:
      'How much you need in a day, and which plan of lunches and dinners fits: with ranges and sources. No email address needed.',
    load: () => import('#areas/calculator/web/site/calculator-page.tsx'),
    component: 'CalculatorPage',
    preloadedModules: ['areas/calculator/web/site/calculator.tsx'],
    maxScriptKilobytes: 130,
  }),
  definePage({
    path: '/order',
    title: 'Order',
    description: 'Choose lunches and dinners for everyone at your table, delivered to your door.',
    load: () => import('./order-screen.tsx'),
    component: 'OrderScreen',
    layout: 'order',
    preloadedModules: [QUERY_PROVIDER],
    laterModules: [
      'areas/checkout/web/site/order-meals/meals-step.tsx',
      'areas/checkout/web/site/fill-week-dialog.tsx',
      'areas/checkout/web/site/customer-step.tsx',
      'areas/checkout/web/site/note-warning.tsx',
      'areas/needs/rules/food-notes/note-questions.ts',
      'areas/checkout/web/site/summary-step.tsx',
    ],
    putsScriptsFirst: true,
    firstCalls: ['/api/ordering-week'],
    maxScriptKilobytes: 130.5,
  }),

  // Pages that belong to one customer.
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
    path: '/track/:token',
    title: 'Your order',
    isClosedToRobots: true,
    load: () => import('./tracking-screen.tsx'),
    component: 'TrackingScreen',
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
    path: '/r/:token',
    title: 'Your meals',
    isClosedToRobots: true,
    load: () => import('./tracking-screen.tsx'),
    component: 'ReceivedScreen',
    isPrerendered: false,
  }),
  definePage({
    path: '/track/:token/change',
    title: 'Change your order',
    isClosedToRobots: true,
    load: () => import('./change-screen.tsx'),
    component: 'ChangeScreen',
    layout: 'order',
    isPrerendered: false,
  }),
  definePage({
    path: '/find-order',
    title: 'Find my order',
    isClosedToRobots: true,
    load: () => import('#areas/customers/web/site/find-order-page.tsx'),
    component: 'FindOrderPage',
    isPrerendered: false,
  }),
  definePage({
    path: '/stop-rating-emails',
    title: 'Emails about ratings',
    isClosedToRobots: true,
    // With the page before: the table of pages comes with every page, and each file in it counts.
    load: () => import('#areas/customers/web/site/find-order-page.tsx'),
    component: 'StopRatingEmailsPage',
    isPrerendered: false,
  }),
  definePage({
    path: '/stop-reminders',
    title: 'Reminders to order',
    isClosedToRobots: true,
    load: () => import('#areas/customers/web/site/find-order-page.tsx'),
    component: 'StopRemindersPage',
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
  definePage({
    path: '/unsubscribe',
    title: 'Unsubscribe',
    isClosedToRobots: true,
    plainForm: {
      question: 'Stop all emails from our waitlist? You don’t need to give a reason.',
      button: 'Unsubscribe',
    },
    load: () => import('#areas/waitlist/web/site/unsubscribe-page.tsx'),
    component: 'UnsubscribePage',
    isPrerendered: false,
  }),

  definePage({
    path: '*',
    title: '404 Page Not Found',
    isNotFound: true,
    load: () => import('#areas/site/web/site/information/not-found-page.tsx'),
    component: 'NotFoundPage',
  }),
];
