import {
  definePage,
  definePart,
  type Page,
  type PortalPage,
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
    load: () => import('#areas/staff/web/portal/sign-in/account-form.tsx'),
    component: 'SetupPage',
    layout: 'signIn',
    isPrerendered: false,
  }),
  definePage({
    path: '/invite',
    title: 'Your staff account',
    load: () => import('#areas/staff/web/portal/sign-in/account-form.tsx'),
    component: 'InvitePage',
    layout: 'signIn',
    isPrerendered: false,
  }),
  definePage({
    path: '/reset-password',
    title: 'New password',
    load: () => import('#areas/staff/web/portal/sign-in/account-form.tsx'),
    component: 'ResetPasswordPage',
    layout: 'signIn',
    isPrerendered: false,
  }),
];

export const staffPart = definePart({
  at: '/admin?tab=staff',
  label: 'Staff',
  right: 'manageStaff',
  load: () => import('#areas/staff/web/portal/staff-section.tsx'),
  component: 'StaffSection',
});

export const apiPart = definePart({
  at: '/admin?tab=api',
  label: 'API',
  right: 'makeApiTokens',
  load: () => import('#areas/staff/web/portal/api-tab.tsx'),
  component: 'ApiTab',
});

/** At the foot for those who have no Settings, of which it is a part. */
export const accountPage: PortalPage = {
  name: 'account',
  label: 'Your account',
  block: null,
  icon: 'M6.8 7a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0M4 17c.6-3.5 3-5 6-5s5.4 1.5 6 5',
  words: ['password'],
  parts: [
    definePart({
      at: '/admin?tab=account',
      label: 'Your account',
      right: 'ownAccount',
      load: () => import('#areas/staff/web/portal/account-section.tsx'),
      component: 'AccountSection',
    }),
  ],
};
