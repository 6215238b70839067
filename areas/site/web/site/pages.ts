import { definePage, type Page } from '#areas/business/web/define-page.ts';

export const sitePages: readonly Page[] = [
  definePage({
    path: '/how-it-works',
    title: 'How It Works',
    description: 'When to order, when we deliver, what delivery costs and how long meals keep.',
    load: () => import('#areas/site/web/site/information/how-it-works-page.tsx'),
    component: 'HowItWorksPage',
  }),
  definePage({
    path: '/faq',
    title: 'FAQ',
    description:
      'Delivery areas and fees, when to order, how long meals keep, allergens, paying and changing an order.',
    structuredData: 'questions',
    load: () => import('#areas/site/web/site/information/faq-page.tsx'),
    component: 'FaqPage',
  }),
  definePage({
    path: '/about',
    title: 'About us',
    description: 'Local chefs, meals for the week, no packs and no subscriptions.',
    load: () => import('#areas/site/web/site/information/about-page.tsx'),
    component: 'AboutPage',
  }),
  definePage({
    path: '/privacy',
    title: 'Privacy',
    description: 'What we collect about you, why, who else sees it and how to have it deleted.',
    load: () => import('#areas/site/web/site/information/privacy-page.tsx'),
    component: 'PrivacyPage',
  }),
  definePage({
    path: '/terms',
    title: 'Terms of service',
    description: 'Prices, ordering, delivery, changes, refunds and your rights.',
    load: () => import('#areas/site/web/site/information/terms-page.tsx'),
    component: 'TermsPage',
  }),
];
