import { isReadingPage } from '#areas/business/web/define-page.ts';
import { describe, expect, test } from 'vitest';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { isSitePath, SITE_PATHS } from '#areas/business/rules/texts/check-text.ts';
import { closedPaths, findPage, indexedPaths, pagePaths } from './entry-server.tsx';
import { allPages } from './all-pages.ts';
import { QUERY_PROVIDER } from './pages.ts';

const sources = Object.keys(
  import.meta.glob([
    '/{areas/*,platform,app}/web/**/*.{ts,tsx}',
    '/{areas/*,platform}/rules/**/*.ts',
  ]),
);

const READ_BY_ANYONE = [
  '/',
  '/menu',
  '/how-it-works',
  '/faq',
  '/about',
  '/landing',
  '/waitlist',
  '/privacy',
  '/terms',
  '/calorie-calculator',
  '/order',
];
const CLOSED = [
  '/admin',
  '/delivery-slots',
  '/drive',
  '/pack',
  '/phone-order',
  '/checkout',
  '/order-success',
  '/unsubscribe',
  '/confirm-news',
];
const NOT_LISTED = [
  '/sign-in',
  '/setup',
  '/invite',
  '/reset-password',
  '/track/:token',
  '/track/:token/change',
];

test('no page has been lost, and search engines list those that anyone can read', () => {
  const all = [...READ_BY_ANYONE, ...CLOSED, ...NOT_LISTED];
  expect(pagePaths).toEqual(expect.arrayContaining(all));
  expect(indexedPaths).toEqual(expect.arrayContaining(READ_BY_ANYONE));
  expect(indexedPaths.filter((path) => CLOSED.includes(path) || NOT_LISTED.includes(path))).toEqual(
    [],
  );
});

test('robots are asked to keep away from staff pages and those of one customer', () => {
  expect(closedPaths).toEqual(expect.arrayContaining([...CLOSED, '/track/', '/pay/']));
});

test('a text of the kitchen may link to pages that are there', () => {
  for (const path of SITE_PATHS) {
    expect(isSitePath(path)).toBe(true);
    expect(findPage(path).key, path).not.toBe('*');
  }
  expect(isSitePath(paths.meal('butter-chicken'))).toBe(true);
  expect(isSitePath('/menus')).toBe(false);
});

test('a path that no route can read is the 404 page', () => {
  expect(findPage('/a%0Ab').key).toBe('*');
});

describe('every page', () => {
  test('has a path of its own', () => {
    expect(new Set(allPages.map(({ path }) => path)).size).toBe(allPages.length);
  });

  test('is found under its path', () => {
    for (const path of pagePaths) expect(findPage(path).key).toBe(path.replace(/:\w+/, '-'));
  });

  test('calls first what the contract has', () => {
    const called = allPages.flatMap(({ firstCalls = [] }) => firstCalls);
    expect(called).toEqual([getOrderingWeek.path]);
  });

  test('names modules that exist, whether they come at once or later', () => {
    const named = allPages.flatMap(({ preloadedModules = [], laterModules = [] }) => [
      ...preloadedModules,
      ...laterModules,
    ]);
    for (const source of [QUERY_PROVIDER, ...named]) expect(sources).toContain(`/${source}`);
  });

  test('with a description, and only such a page, may be visited by robots; to use, it states its budget of script', () => {
    const { listed, others } = Object.groupBy(allPages, ({ search }) =>
      search === undefined ? 'others' : 'listed',
    );
    for (const page of listed!) {
      expect(page.maxScriptKilobytes !== undefined, page.path).toBe(!isReadingPage(page));
      expect(page.isClosedToRobots, page.path).toBeUndefined();
    }
    expect(others!.filter(({ maxScriptKilobytes }) => maxScriptKilobytes !== undefined)).toEqual(
      [],
    );
  });
});

const { suburbCheck, login, singleSignOn, logout, phone, text, email, ...toPages } = paths;
const links = {
  ...toPages,
  meal: () => paths.meal('butter-chicken'),
  orderSuccess: () => paths.orderSuccess({ orderNumber: 'RT-7K3F-9Q2X' }),
  driveStop: () => paths.driveStop(7),
  tracking: () => paths.tracking('a secret/with a slash'),
  pay: () => paths.pay('a secret/with a slash'),
  bell: () => paths.bell('a secret/with a slash'),
  changeOrder: () => paths.changeOrder('a secret/with a slash'),
};

test.each(Object.entries(links))('the link to %s leads to a page', (_, link) => {
  const found = findPage(link());
  expect(found.key).not.toBe('*');
  expect(found.redirect).toBeNull();
});

test('the other links lead to a call or to another program', () => {
  const elsewhere = [
    suburbCheck(),
    login(),
    singleSignOn(),
    logout(),
    phone('1'),
    text('+61'),
    email('a@b.c'),
  ];
  for (const link of elsewhere) expect(pagePaths).not.toContain(link.replace(/\?.*/, ''));
});
