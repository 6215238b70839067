import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { MEAL_TYPES } from '#domain/menu/meal.ts';
import { ClientScreen } from '#web/navigation/client-screen.tsx';
import type { PageHandle } from '#web/navigation/page-handle.ts';
import { pagePatterns } from '#web/navigation/paths.ts';
import { HomePage } from '#web/site/home/home-page.tsx';
import { HowItWorksPage } from '#web/site/information/how-it-works-page.tsx';
import { NotFoundPage } from '#web/site/information/not-found-page.tsx';
import { CheckoutLayout } from '#web/site/layout/checkout-layout.tsx';
import { OrderLayout } from '#web/site/layout/order-layout.tsx';
import { PageFailure } from '#web/site/layout/page-failure.tsx';
import { ScreenSkeleton } from '#web/site/layout/screen-skeleton.tsx';
import { SiteLayout } from '#web/site/layout/site-layout.tsx';
import { MenuPage } from '#web/site/menu/menu-page.tsx';
import { OrderSkeleton } from '#web/site/order/order-skeleton.tsx';
import { clientScreens } from './client-screens.ts';

const OrderPage = lazy(async () => ({ default: (await clientScreens.order()).OrderPage }));
const CheckoutPage = lazy(async () => ({ default: (await clientScreens.checkout()).CheckoutPage }));
const OrderSuccessPage = lazy(async () => ({ default: (await clientScreens.orderSuccess()).OrderSuccessPage }));
const TrackingPage = lazy(async () => ({ default: (await clientScreens.tracking()).TrackingPage }));
const AuthenticationRequiredPage = lazy(async () => ({
  default: (await clientScreens.admin()).AuthenticationRequiredPage,
}));

function page(handle: PageHandle): PageHandle {
  return handle;
}

const sitePages: RouteObject[] = [
  {
    path: pagePatterns.home,
    element: <HomePage />,
    handle: page({
      title: 'Fresh local meals, delivered',
      description: 'Healthy lunches and dinners cooked by local chefs and delivered across mainland Redlands.',
      needsMeals: true,
    }),
  },
  {
    path: pagePatterns.menu,
    element: <MenuPage />,
    handle: page({
      title: 'Menu',
      description: 'This week’s lunches and dinners, with prices, nutrition facts and allergens.',
      needsMeals: true,
      query: { type: MEAL_TYPES },
    }),
  },
  {
    path: pagePatterns.howItWorks,
    element: <HowItWorksPage />,
    handle: page({
      title: 'How It Works',
      description: 'When to order, when we deliver, what delivery costs and how long meals keep.',
    }),
  },
  {
    path: pagePatterns.orderSuccess,
    element: (
      <ClientScreen fallback={<ScreenSkeleton />}>
        <OrderSuccessPage />
      </ClientScreen>
    ),
    handle: page({ title: 'Order placed' }),
  },
  {
    path: pagePatterns.tracking,
    element: (
      <ClientScreen fallback={<ScreenSkeleton />}>
        <TrackingPage />
      </ClientScreen>
    ),
    handle: page({ title: 'Your order' }),
  },
  {
    path: pagePatterns.admin,
    element: (
      <ClientScreen fallback={<ScreenSkeleton />}>
        <AuthenticationRequiredPage />
      </ClientScreen>
    ),
    handle: page({ title: 'Staff' }),
  },
  { path: '*', element: <NotFoundPage />, handle: page({ title: '404 Page Not Found', isNotFound: true }) },
];

const orderPage: RouteObject = {
  path: pagePatterns.order,
  element: (
    <ClientScreen fallback={<OrderSkeleton />}>
      <OrderPage />
    </ClientScreen>
  ),
  handle: page({
    title: 'Order',
    description: 'Choose lunches and dinners for everyone at your table and have them delivered.',
    needsMeals: true,
  }),
};

const checkoutPage: RouteObject = {
  path: pagePatterns.checkout,
  element: (
    <ClientScreen fallback={<ScreenSkeleton />}>
      <CheckoutPage />
    </ClientScreen>
  ),
  handle: page({ title: 'Checkout' }),
};

/** Every URL of the site and its page. */
export const routes: RouteObject[] = [
  { element: <SiteLayout />, errorElement: <PageFailure />, children: sitePages },
  { element: <OrderLayout />, errorElement: <PageFailure />, children: [orderPage] },
  { element: <CheckoutLayout />, errorElement: <PageFailure />, children: [checkoutPage] },
];
