import { formatServices } from '#areas/business/rules/services.ts';
import { definePage, type Page } from '#areas/business/web/define-page.ts';

export const waitlistPages: readonly Page[] = [
  definePage({
    path: '/landing',
    title: 'Join the waitlist',
    description: (business) =>
      `Healthy ${formatServices(business)} by local chefs, delivered in ${business.region.shortName}. Join the waitlist and be first to hear from us.`,
    load: () => import('#areas/waitlist/web/site/landing-page.tsx'),
    component: 'LandingPage',
  }),
  definePage({
    path: '/waitlist',
    title: 'Waitlist',
    description:
      'Not in your suburb yet? Leave your email and we’ll tell you when we deliver there.',
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
