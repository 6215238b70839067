import { definePage, type Page } from '#areas/business/web/define-page.ts';

export const customersPages: readonly Page[] = [
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
];
