import type { RouteObject } from 'react-router';
import { MEAL_TYPES } from '#domain/menu/meal.ts';
import { pagePatterns } from '#web/navigation/paths.ts';
import { loadPage } from './pages.ts';
import { page } from './route-parts.tsx';

/** For developers only: builds leave it out. */
function styleguidePage(): RouteObject {
  return {
    path: '/styleguide',
    lazy: async () => ({ Component: (await import('./styleguide-page.tsx')).StyleguidePage }),
    ...page({ title: 'Styleguide' }),
  };
}

/** Pages that anyone can read: rendered to HTML on the server. */
export const informationPages: RouteObject[] = [
  {
    path: pagePatterns.home,
    lazy: async () => ({ Component: (await loadPage.home()).HomeScreen }),
    ...page({
      title: 'Fresh local meals, delivered',
      query: { view: ['public'] },
    }),
  },
  {
    path: pagePatterns.menu,
    lazy: async () => ({ Component: (await loadPage.menu()).MenuPage }),
    ...page({
      title: 'Menu',
      query: { type: MEAL_TYPES },
    }),
  },
  {
    path: pagePatterns.howItWorks,
    lazy: async () => ({ Component: (await loadPage.howItWorks()).HowItWorksPage }),
    ...page({
      title: 'How It Works',
    }),
  },
  {
    path: pagePatterns.calorieCalculator,
    lazy: async () => ({ Component: (await loadPage.calorieCalculator()).CalculatorPage }),
    ...page({
      title: 'Calorie Calculator',
    }),
  },
  {
    path: pagePatterns.faq,
    lazy: async () => ({ Component: (await loadPage.faq()).FaqPage }),
    ...page({
      title: 'FAQ',
    }),
  },
  {
    path: pagePatterns.about,
    lazy: async () => ({ Component: (await loadPage.about()).AboutPage }),
    ...page({
      title: 'About us',
    }),
  },
  {
    path: pagePatterns.landing,
    lazy: async () => ({ Component: (await loadPage.landing()).LandingPage }),
    ...page({
      title: 'Join the waitlist for our launch',
    }),
  },
  {
    path: pagePatterns.waitlist,
    lazy: async () => ({ Component: (await loadPage.waitlist()).WaitlistPage }),
    ...page({
      title: 'Waitlist',
    }),
  },
  {
    path: pagePatterns.privacy,
    lazy: async () => ({ Component: (await loadPage.privacy()).PrivacyPage }),
    ...page({
      title: 'Privacy',
    }),
  },
  {
    path: pagePatterns.terms,
    lazy: async () => ({ Component: (await loadPage.terms()).TermsPage }),
    ...page({
      title: 'Terms of service',
    }),
  },
  ...(import.meta.env.DEV ? [styleguidePage()] : []),
];
