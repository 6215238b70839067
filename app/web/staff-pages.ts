/** The pages of staff, as in `pages.ts`. Browsers get this table with the first of them, and customers never. */
import { drivePages, SCANNER } from '#areas/delivery/web/day/pages.ts';
import { signInPages } from '#areas/staff/web/portal/pages.ts';
import { defineLayout, definePage, type Page } from '#areas/business/web/define-page.ts';
import { QUERY_PROVIDER } from './pages.ts';

export const staffLayouts = {
  portal: defineLayout({
    load: () => import('#app/web/portal-layouts.tsx'),
    component: 'PortalLayout',
  }),
  signIn: defineLayout({
    load: () => import('#app/web/portal-layouts.tsx'),
    component: 'SignInLayout',
  }),
};

/** What staff find where others find the public home. */
export const staffHome: Page = definePage({
  path: '/',
  title: 'Today',
  isClosedToRobots: true,
  load: () => import('#app/web/portal-screen.tsx'),
  component: 'PortalScreen',
  layout: 'portal',
  preloadedModules: [QUERY_PROVIDER],
});

export const staffPages: readonly Page[] = [
  definePage({
    path: '/admin',
    title: 'Staff',
    isClosedToRobots: true,
    load: () => import('#app/web/portal-screen.tsx'),
    component: 'PortalScreen',
    layout: 'portal',
    preloadedModules: [QUERY_PROVIDER],
  }),
  definePage({
    path: '/phone-order',
    title: 'Phone order',
    isClosedToRobots: true,
    load: () => import('#app/web/phone-order-screen.tsx'),
    component: 'PhoneOrderScreen',
    layout: 'order',
    preloadedModules: [QUERY_PROVIDER],
    isPrerendered: false,
  }),
  definePage({
    path: '/delivery-slots',
    title: 'Delivery Slots',
    isClosedToRobots: true,
    load: () => import('#app/web/portal-screen.tsx'),
    component: 'PortalScreen',
    layout: 'portal',
    preloadedModules: [QUERY_PROVIDER],
  }),
  definePage({
    path: '/bench',
    title: 'Bench',
    isClosedToRobots: true,
    load: () => import('#app/web/day-screens.tsx'),
    component: 'BenchScreen',
    layout: 'portal',
    preloadedModules: [QUERY_PROVIDER],
    laterModules: ['areas/kitchen/web/bench/bench-page.tsx'],
    isPrerendered: false,
  }),
  definePage({
    path: '/pack',
    title: 'Pack',
    isClosedToRobots: true,
    load: () => import('#app/web/day-screens.tsx'),
    component: 'PackScreen',
    layout: 'portal',
    preloadedModules: [QUERY_PROVIDER],
    laterModules: ['areas/delivery/web/day/pack-page.tsx', SCANNER],
    isPrerendered: false,
  }),
  ...drivePages,
  ...signInPages,
];
