import { definePage, type Page } from '#areas/business/web/define-page.ts';

export const sitePages: readonly Page[] = [
  definePage({
    path: '/how-it-works',
    title: 'How It Works',
    search: 'how',
    load: () => import('#areas/site/web/site/information/how-it-works-page.tsx'),
    component: 'HowItWorksPage',
  }),
  definePage({
    path: '/faq',
    title: 'FAQ',
    search: 'faq',
    structuredData: 'questions',
    load: () => import('#areas/site/web/site/information/faq-page.tsx'),
    component: 'FaqPage',
  }),
  definePage({
    path: '/about',
    title: 'About us',
    search: 'about',
    load: () => import('#areas/site/web/site/information/about-page.tsx'),
    component: 'AboutPage',
  }),
  definePage({
    path: '/privacy',
    title: 'Privacy',
    search: 'privacy',
    load: () => import('#areas/site/web/site/information/privacy-page.tsx'),
    component: 'PrivacyPage',
  }),
  definePage({
    path: '/terms',
    title: 'Terms of service',
    search: 'terms',
    load: () => import('#areas/site/web/site/information/terms-page.tsx'),
    component: 'TermsPage',
  }),
];
