/** The pages of staff, as in `pages.ts`. Browsers get this table with the first of them, and customers never. */
import { defineLayout, definePage, type Page } from './define-page.ts';
import { QUERY_PROVIDER } from './pages.ts';

/** Loaded at the first scan, with or without signal. */
const SCANNER = 'platform/web/offline/own-detector.ts';

export const staffLayouts = {
  portal: defineLayout({ load: () => import('./portal-layouts.tsx'), component: 'PortalLayout' }),
  signIn: defineLayout({ load: () => import('./portal-layouts.tsx'), component: 'SignInLayout' }),
};

export const staffPages: readonly Page[] = [
  definePage({
    path: '/admin',
    title: 'Staff',
    isClosedToRobots: true,
    load: () => import('./admin-screen.tsx'),
    component: 'AdminScreen',
    layout: 'portal',
    preloadedModules: [QUERY_PROVIDER],
  }),
  definePage({
    path: '/phone-order',
    title: 'Phone order',
    isClosedToRobots: true,
    load: () => import('./phone-order-screen.tsx'),
    component: 'PhoneOrderScreen',
    layout: 'order',
    preloadedModules: [QUERY_PROVIDER],
    isPrerendered: false,
  }),
  definePage({
    path: '/delivery-slots',
    title: 'Delivery Slots',
    isClosedToRobots: true,
    load: () => import('./delivery-slots-screen.tsx'),
    component: 'DeliverySlotsScreen',
    layout: 'portal',
    preloadedModules: [QUERY_PROVIDER],
  }),
  definePage({
    path: '/pack',
    title: 'Pack',
    isClosedToRobots: true,
    load: () => import('./pack-screen.tsx'),
    component: 'PackScreen',
    layout: 'portal',
    preloadedModules: [QUERY_PROVIDER],
    laterModules: ['areas/delivery/web/day/pack/pack-page.tsx', SCANNER],
    isPrerendered: false,
  }),
  definePage({
    path: '/drive',
    title: 'Drive',
    isClosedToRobots: true,
    load: () => import('#areas/delivery/web/day/drive/drive-screen.tsx'),
    component: 'DriveScreen',
    layout: 'portal',
    laterModules: ['areas/delivery/web/day/drive/drive-page.tsx', SCANNER],
    isPrerendered: false,
  }),
  definePage({
    path: '/drive/stop/:deliveryId',
    title: 'Drive',
    isClosedToRobots: true,
    load: () => import('#areas/delivery/web/day/drive/drive-screen.tsx'),
    component: 'DriveScreen',
    layout: 'portal',
    laterModules: ['areas/delivery/web/day/drive/drive-page.tsx', SCANNER],
    isPrerendered: false,
  }),
  definePage({
    path: '/sign-in',
    title: 'Staff sign-in',
    load: () => import('#areas/staff/web/portal/sign-in/sign-in-page.tsx'),
    component: 'SignInPage',
    layout: 'signIn',
    isPrerendered: false,
  }),
  definePage({
    path: '/setup',
    title: 'First staff account',
    load: () => import('#areas/staff/web/portal/sign-in/setup-page.tsx'),
    component: 'SetupPage',
    layout: 'signIn',
    isPrerendered: false,
  }),
  definePage({
    path: '/invite',
    title: 'Your staff account',
    load: () => import('#areas/staff/web/portal/sign-in/invite-page.tsx'),
    component: 'InvitePage',
    layout: 'signIn',
    isPrerendered: false,
  }),
  definePage({
    path: '/reset-password',
    title: 'New password',
    load: () => import('#areas/staff/web/portal/sign-in/reset-password-page.tsx'),
    component: 'ResetPasswordPage',
    layout: 'signIn',
    isPrerendered: false,
  }),
];
