import { paths } from './paths.ts';

export type SiteLink = { to: string; label: string; footerLabel: string };

/** The links in header and footer, apart from the order. */
export const siteLinks: readonly SiteLink[] = [
  { to: paths.howItWorks(), label: 'How It Works', footerLabel: 'How It Works' },
  { to: paths.menu(), label: 'Menu', footerLabel: 'Our Menu' },
  {
    to: paths.calorieCalculator(),
    label: 'Calorie Calculator',
    footerLabel: 'Calorie Calculator',
  },
  { to: paths.faq(), label: 'FAQ', footerLabel: 'FAQ' },
];
