import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { pagePatterns } from '#web/navigation/paths.ts';
import { OrderLayout } from '#web/site/layout/order-layout.tsx';
import { PageFailure } from '#web/site/layout/page-failure.tsx';
import { SiteLayout } from '#web/site/layout/site-layout.tsx';
import { informationPages } from './information-routes.tsx';
import { loadPage } from './pages.ts';
import { page, screen } from './route-parts.tsx';

const CheckoutPage = lazy(async () => ({ default: (await loadPage.checkout()).CheckoutPage }));
const OrderSuccessPage = lazy(async () => ({
  default: (await loadPage.orderSuccess()).OrderSuccessPage,
}));
const TrackingPage = lazy(async () => ({ default: (await loadPage.tracking()).TrackingPage }));
const UnsubscribePage = lazy(async () => ({
  default: (await loadPage.unsubscribe()).UnsubscribePage,
}));

const sitePages: RouteObject[] = [
  ...informationPages,
  {
    path: pagePatterns.unsubscribe,
    element: screen(<UnsubscribePage />),
    ...page({ title: 'Unsubscribe' }),
  },
  {
    path: pagePatterns.orderSuccess,
    element: screen(<OrderSuccessPage />),
    ...page({ title: 'Order placed' }),
  },
  {
    path: pagePatterns.tracking,
    element: screen(<TrackingPage />),
    ...page({ title: 'Your order' }),
  },
  {
    path: '*',
    lazy: async () => ({ Component: (await loadPage.notFound()).NotFoundPage }),
    ...page({ title: '404 Page Not Found', isNotFound: true }),
  },
];

const orderPage: RouteObject = {
  path: pagePatterns.order,
  lazy: async () => ({ Component: (await loadPage.order()).OrderScreen }),
  ...page({
    title: 'Order',
  }),
};

const checkoutPage: RouteObject = {
  path: pagePatterns.checkout,
  element: screen(<CheckoutPage />),
  ...page({ title: 'Checkout' }),
};

const staffPages: RouteObject[] = [
  {
    path: pagePatterns.admin,
    lazy: async () => ({ Component: (await loadPage.admin()).AdminScreen }),
    ...page({ title: 'Staff' }),
  },
  {
    path: pagePatterns.deliverySlots,
    lazy: async () => ({ Component: (await loadPage.deliverySlots()).DeliverySlotsScreen }),
    ...page({ title: 'Delivery Slots' }),
  },
];

const signInPages: RouteObject[] = [
  {
    path: pagePatterns.signIn,
    lazy: async () => ({ Component: (await loadPage.portal()).SignInScreen }),
    ...page({ title: 'Staff sign-in' }),
  },
  {
    path: pagePatterns.setup,
    lazy: async () => ({ Component: (await loadPage.portal()).SetupScreen }),
    ...page({ title: 'First staff account' }),
  },
  {
    path: pagePatterns.invite,
    lazy: async () => ({ Component: (await loadPage.portal()).InviteScreen }),
    ...page({ title: 'Your staff account' }),
  },
  {
    path: pagePatterns.resetPassword,
    lazy: async () => ({ Component: (await loadPage.portal()).ResetPasswordScreen }),
    ...page({ title: 'New password' }),
  },
];

/** Every URL of the site and its page. */
export const routes: RouteObject[] = [
  { element: <SiteLayout />, errorElement: <PageFailure />, children: sitePages },
  { element: <OrderLayout />, errorElement: <PageFailure />, children: [orderPage] },
  {
    lazy: async () => ({ Component: (await loadPage.checkoutLayout()).CheckoutLayout }),
    errorElement: <PageFailure />,
    children: [checkoutPage],
  },
  {
    lazy: async () => ({ Component: (await loadPage.portal()).SignInLayout }),
    errorElement: <PageFailure />,
    children: signInPages,
  },
  {
    lazy: async () => ({ Component: (await loadPage.portal()).PortalLayout }),
    errorElement: <PageFailure />,
    children: staffPages,
  },
];
