import {
  definePage,
  definePart,
  type Page,
  type PortalPart,
} from '#areas/business/web/define-page.ts';

export const signInPages: readonly Page[] = [
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

export const staffParts: readonly PortalPart[] = [
  definePart({
    tab: 'api',
    label: 'API',
    right: 'makeApiTokens',
    load: () => import('#areas/staff/web/portal/api-access/api-tab.tsx'),
    component: 'ApiTab',
  }),
];
