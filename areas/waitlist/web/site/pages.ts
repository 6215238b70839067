import { definePage, type Page } from '#areas/business/web/define-page.ts';

export const waitlistPages: readonly Page[] = [
  definePage({
    path: '/landing',
    title: 'Join the waitlist',
    search: 'landing',
    load: () => import('#areas/waitlist/web/site/landing-page.tsx'),
    component: 'LandingPage',
  }),
  definePage({
    path: '/waitlist',
    title: 'Waitlist',
    search: 'waitlist',
    load: () => import('#areas/waitlist/web/site/waitlist-page.tsx'),
    component: 'WaitlistPage',
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
    path: '/confirm-news',
    title: 'News by email',
    isClosedToRobots: true,
    // With the page before: the table of pages comes with every page, and each file in it counts.
    load: () => import('#areas/waitlist/web/site/unsubscribe-page.tsx'),
    component: 'ConfirmNewsPage',
    isPrerendered: false,
  }),
];
