import { expect, test } from 'vitest';
import { pagePatterns, paths } from '#web/navigation/paths.ts';

test('every link of the site', () => {
  expect({
    home: paths.home(),
    menu: paths.menu(),
    lunches: paths.menu({ type: 'lunch' }),
    dinners: paths.menu({ type: 'dinner' }),
    howItWorks: paths.howItWorks(),
    order: paths.order(),
    orderMeals: paths.order({ step: 2 }),
    checkout: paths.checkout(),
    orderSuccess: paths.orderSuccess({ orderNumber: 'RT-7K3F-9Q2X' }),
    tracking: paths.tracking('a secret/with a slash'),
    admin: paths.admin(),
    adminOrders: paths.admin({ tab: 'orders' }),
    newMeal: paths.admin({ tab: 'meals', meal: 'new' }),
    oneOrder: paths.admin({ tab: 'orders', order: 7 }),
    deliverySlots: paths.deliverySlots(),
    signIn: paths.signIn({ next: '/admin?tab=orders' }),
    login: paths.login({ next: '/admin?tab=orders' }),
    singleSignOn: paths.singleSignOn(),
    logout: paths.logout(),
    publicHome: paths.publicHome(),
    phone: paths.phone('(07) 5550 0164'),
    email: paths.email('hello@redlandstable.example'),
  }).toMatchInlineSnapshot(`
    {
      "admin": "/admin",
      "adminOrders": "/admin?tab=orders",
      "checkout": "/checkout",
      "deliverySlots": "/delivery-slots",
      "dinners": "/menu?type=dinner",
      "email": "mailto:hello@redlandstable.example",
      "home": "/",
      "howItWorks": "/how-it-works",
      "login": "/api/login?next=%2Fadmin%3Ftab%3Dorders",
      "logout": "/api/logout",
      "lunches": "/menu?type=lunch",
      "menu": "/menu",
      "newMeal": "/admin?tab=meals&meal=new",
      "oneOrder": "/admin?tab=orders&order=7",
      "order": "/order",
      "orderMeals": "/order?step=2",
      "orderSuccess": "/order-success?orderNumber=RT-7K3F-9Q2X",
      "phone": "tel:+61755500164",
      "publicHome": "/?view=public",
      "signIn": "/sign-in?next=%2Fadmin%3Ftab%3Dorders",
      "singleSignOn": "/api/auth/oidc",
      "tracking": "/track/a%20secret%2Fwith%20a%20slash",
    }
  `);
});

test('every page pattern', () => {
  expect(pagePatterns).toMatchInlineSnapshot(`
    {
      "admin": "/admin",
      "checkout": "/checkout",
      "deliverySlots": "/delivery-slots",
      "home": "/",
      "howItWorks": "/how-it-works",
      "invite": "/invite",
      "menu": "/menu",
      "order": "/order",
      "orderSuccess": "/order-success",
      "resetPassword": "/reset-password",
      "setup": "/setup",
      "signIn": "/sign-in",
      "tracking": "/track/:token",
    }
  `);
});
