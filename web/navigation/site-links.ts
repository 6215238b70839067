import { paths } from './paths.ts';

export type SiteLink = { to: string; label: string; footerLabel: string };

/** What header and footer lead to. */
export const siteLinks: readonly SiteLink[] = [
  { to: paths.howItWorks(), label: 'How It Works', footerLabel: 'How It Works' },
  { to: paths.menu(), label: 'Menu', footerLabel: 'Our Menu' },
];
