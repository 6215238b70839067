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
    phone: paths.phone('(07) 5550 0164'),
    email: paths.email('hello@redlandstable.example'),
  }).toMatchInlineSnapshot(`
    {
      "admin": "/admin",
      "checkout": "/checkout",
      "dinners": "/menu?type=dinner",
      "email": "mailto:hello@redlandstable.example",
      "home": "/",
      "howItWorks": "/how-it-works",
      "lunches": "/menu?type=lunch",
      "menu": "/menu",
      "order": "/order",
      "orderMeals": "/order?step=2",
      "orderSuccess": "/order-success?orderNumber=RT-7K3F-9Q2X",
      "phone": "tel:+61755500164",
      "tracking": "/track/a%20secret%2Fwith%20a%20slash",
    }
  `);
});

test('every page pattern', () => {
  expect(pagePatterns).toMatchInlineSnapshot(`
    {
      "admin": "/admin",
      "checkout": "/checkout",
      "home": "/",
      "howItWorks": "/how-it-works",
      "menu": "/menu",
      "order": "/order",
      "orderSuccess": "/order-success",
      "tracking": "/track/:token",
    }
  `);
});
