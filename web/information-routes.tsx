import type { RouteObject } from 'react-router';
import { MEAL_TYPES } from '#domain/menu/meal.ts';
import { pagePatterns } from '#web/navigation/paths.ts';
import { loadPage } from './pages.ts';
import { page } from './route-parts.tsx';

/** For developers only: a build leaves it out. */
function styleguidePage(): RouteObject {
  return {
    path: '/styleguide',
    lazy: async () => ({ Component: (await import('./styleguide-page.tsx')).StyleguidePage }),
    ...page({ title: 'Styleguide' }),
  };
}

/** What everybody may read: rendered to HTML on the server. */
export const informationPages: RouteObject[] = [
  {
    path: pagePatterns.home,
    lazy: async () => ({ Component: (await loadPage.home()).HomeScreen }),
    ...page({
      title: 'Fresh local meals, delivered',
      description:
        'Healthy lunches and dinners cooked by local chefs and delivered across mainland Redlands.',
      query: { view: ['public'] },
    }),
  },
  {
    path: pagePatterns.menu,
    lazy: async () => ({ Component: (await loadPage.menu()).MenuPage }),
    ...page({
      title: 'Menu',
      description: 'This week’s lunches and dinners, with prices, nutrition facts and allergens.',
      query: { type: MEAL_TYPES },
    }),
  },
  {
    path: pagePatterns.howItWorks,
    lazy: async () => ({ Component: (await loadPage.howItWorks()).HowItWorksPage }),
    ...page({
      title: 'How It Works',
      description: 'When to order, when we deliver, what delivery costs and how long meals keep.',
    }),
  },
  {
    path: pagePatterns.calorieCalculator,
    lazy: async () => ({ Component: (await loadPage.calorieCalculator()).CalculatorPage }),
    ...page({
      title: 'Calorie Calculator',
      description:
        'How much you need in a day, and which lunch and dinner plan fits: with ranges, sources and no e-mail address.',
    }),
  },
  {
    path: pagePatterns.faq,
    lazy: async () => ({ Component: (await loadPage.faq()).FaqPage }),
    ...page({
      title: 'FAQ',
      description:
        'Delivery areas and fees, when to order, how long meals keep, allergens, paying and changing an order.',
    }),
  },
  {
    path: pagePatterns.about,
    lazy: async () => ({ Component: (await loadPage.about()).AboutPage }),
    ...page({
      title: 'About us',
      description: 'Local chefs, meals for the week, no packs and no subscriptions.',
    }),
  },
  {
    path: pagePatterns.landing,
    lazy: async () => ({ Component: (await loadPage.landing()).LandingPage }),
    ...page({
      title: 'Join the waitlist for our launch',
      description:
        'Healthy lunches and dinners by local chefs are coming to the Redlands. Join the waitlist and hear of the launch first.',
    }),
  },
  {
    path: pagePatterns.waitlist,
    lazy: async () => ({ Component: (await loadPage.waitlist()).WaitlistPage }),
    ...page({
      title: 'Waitlist',
      description: 'Not in your suburb yet? Leave your email and we tell you when we come.',
    }),
  },
  {
    path: pagePatterns.privacy,
    lazy: async () => ({ Component: (await loadPage.privacy()).PrivacyPage }),
    ...page({
      title: 'Privacy',
      description: 'What we know about you, what for, who else sees it and how to have it deleted.',
    }),
  },
  {
    path: pagePatterns.terms,
    lazy: async () => ({ Component: (await loadPage.terms()).TermsPage }),
    ...page({
      title: 'Terms of service',
      description: 'Prices, ordering, delivery, changes, refunds and your rights.',
    }),
  },
  ...(import.meta.env.DEV ? [styleguidePage()] : []),
];
