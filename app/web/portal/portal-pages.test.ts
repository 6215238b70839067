import { describe, expect, test } from 'vitest';
import type { PortalPage } from '#areas/business/web/define-page.ts';
import { SECTIONS } from '#areas/business/rules/facts.ts';
import { SETTINGS_PARTS } from '#areas/places/web/portal/settings/settings-parts.ts';
import { rightsOf, STAFF_ROLES, type StaffRole } from '#platform/rules/roles.ts';
import { LANDINGS } from '#platform/web/navigation/landing.ts';
import { afterSignIn, findPart, pageOf, pagesFor, partAt, portalPages } from './portal-pages.ts';

const isPage = (value: unknown): value is PortalPage =>
  typeof value === 'object' && value !== null && 'block' in value;
const registers = Object.values(
  import.meta.glob<Record<string, unknown>>('/areas/*/web/portal/pages.ts', { eager: true }),
).flatMap((register) => Object.values(register));

const shownTo = (role: StaffRole) =>
  Object.fromEntries(
    pagesFor(rightsOf(role)).map(({ label, parts }) => [label, parts.map((part) => part.label)]),
  );

describe('the table of the portal', () => {
  test('has every page and part that an area declares, once', () => {
    const parts = portalPages.flatMap((page) => page.parts);
    for (const declared of registers) {
      if (isPage(declared)) {
        expect(portalPages.filter(({ name }) => name === declared.name)).toHaveLength(1);
        for (const part of declared.parts) expect(parts).toContain(part);
      } else if (!Array.isArray(declared)) expect(parts).toContain(declared);
    }
    expect(new Set(portalPages.map(({ name }) => name)).size).toBe(portalPages.length);
  });

  test('has for each section of the settings one part', () => {
    expect(SETTINGS_PARTS.flatMap(({ sections }) => [...sections]).toSorted()).toEqual(
      SECTIONS.map(({ title }) => title).toSorted(),
    );
  });
});

const ALL = {
  Today: ['Today'],
  'Weekly Meals': ['Meals', 'Menu by week', 'Ratings', 'Import'],
  'Customer Orders': ['Orders', 'By phone', 'Problems'],
  'Daily Prep': ['Daily Prep'],
  Customers: ['Customers', 'Waitlist', 'Import'],
  Messages: ['Sent and failed', 'Words'],
  Plan: ['Plan'],
  Shopping: ['List', 'Goods in', 'Stock', 'Suppliers'],
  Recipes: ['Meals', 'Components', 'Ingredients', 'Import'],
  'Food Safety': ['Checks', 'Record', 'Recall', 'Food to settle'],
  Deliveries: ['Runs'],
  'Delivery Slots': ['Delivery Slots'],
  Pack: ['Pack'],
  Drive: ['Drive'],
  Money: ['Figures', 'Payments'],
  Settings: [
    'Your kitchen',
    'Days and windows',
    'Prices',
    'Food',
    'About you',
    'Site',
    'Page texts',
    'Going live',
    'Staff',
    'API',
    'History',
    'System',
    'Your account',
  ],
};
const FOOT = { Help: ['Help'], 'Your account': ['Your account'] };

test.each<[StaffRole, Record<string, string[]>]>([
  ['owner', ALL],
  ['manager', { ...ALL, Settings: ['Page texts', 'API', 'History', 'Your account'] }],
  [
    'phone',
    {
      Today: ALL.Today,
      'Weekly Meals': ['Meals', 'Menu by week', 'Ratings'],
      'Customer Orders': ALL['Customer Orders'],
      Customers: ['Customers', 'Waitlist'],
      Messages: ['Sent and failed'],
      Deliveries: ALL.Deliveries,
      'Delivery Slots': ALL['Delivery Slots'],
      Settings: ['History', 'Your account'],
    },
  ],
  [
    'kitchen',
    {
      Today: ALL.Today,
      'Weekly Meals': ['Meals', 'Menu by week', 'Ratings'],
      'Daily Prep': ALL['Daily Prep'],
      Plan: ALL.Plan,
      Shopping: ['List', 'Goods in', 'Stock'],
      Recipes: ['Meals', 'Components', 'Ingredients'],
      'Food Safety': ALL['Food Safety'],
      Deliveries: ['Runs'],
    },
  ],
  ['packer', { Pack: ALL.Pack }],
  ['driver', { Drive: ALL.Drive }],
])('a %s has these pages, with these parts, and no other', (role, pages) => {
  expect(shownTo(role)).toEqual({ ...pages, ...FOOT });
});

test.each<[StaffRole, string, string]>([
  ['owner', '/', '/admin?tab=meals'],
  ['manager', '/', '/admin?tab=meals'],
  ['phone', '/', '/admin?tab=orders'],
  ['kitchen', '/admin?tab=prep', '/admin?tab=prep'],
  ['packer', '/pack', '/pack'],
  ['driver', '/drive', '/drive'],
])('a %s begins at %s, and at /admin finds %s', (role, signedIn, admin) => {
  const staff = { role, rights: rightsOf(role) };
  expect(afterSignIn(staff, null)).toBe(signedIn);
  for (const address of ['/admin', '/admin?tab=nonsense', '/admin?order=7'])
    expect(partAt(address, role).at).toBe(admin);
});

test.each([
  ['/', 'Today', 'Today'],
  ['/admin?tab=meals&meal=new', 'Weekly Meals', 'Meals'],
  ['/admin?tab=menus', 'Weekly Meals', 'Menu by week'],
  ['/admin?tab=ratings', 'Weekly Meals', 'Ratings'],
  ['/admin?tab=orders&order=7', 'Customer Orders', 'Orders'],
  ['/admin?tab=phone', 'Customer Orders', 'By phone'],
  ['/admin?tab=problems', 'Customer Orders', 'Problems'],
  ['/admin?tab=prep&date=2026-01-13', 'Daily Prep', 'Daily Prep'],
  ['/admin?tab=customers&customer=7', 'Customers', 'Customers'],
  ['/admin?tab=waitlist', 'Customers', 'Waitlist'],
  ['/admin?tab=mail&status=failed', 'Messages', 'Sent and failed'],
  ['/admin?tab=mail&section=texts', 'Messages', 'Words'],
  ['/admin?tab=plan', 'Plan', 'Plan'],
  ['/admin?tab=shopping&by=area', 'Shopping', 'List'],
  ['/admin?tab=shopping&by=stock', 'Shopping', 'Stock'],
  ['/admin?tab=cookbook&part=suppliers&open=2', 'Shopping', 'Suppliers'],
  ['/admin?tab=cookbook&part=meals&open=2', 'Recipes', 'Meals'],
  ['/admin?tab=cookbook&part=components', 'Recipes', 'Components'],
  ['/admin?tab=cookbook&part=ingredients', 'Recipes', 'Ingredients'],
  ['/admin?tab=food-safety', 'Food Safety', 'Checks'],
  ['/admin?tab=food-safety&by=record&from=2026-01-12', 'Food Safety', 'Record'],
  ['/admin?tab=temperatures&from=2026-01-12', 'Food Safety', 'Record'],
  ['/admin?tab=food-safety&by=recall', 'Food Safety', 'Recall'],
  ['/admin?tab=recall&lot=7', 'Food Safety', 'Recall'],
  ['/admin?tab=recipes', 'Food Safety', 'Food to settle'],
  ['/admin?tab=deliveries&status=late', 'Deliveries', 'Runs'],
  ['/admin?tab=close&incident=4', 'Deliveries', 'Runs'],
  ['/delivery-slots?week=2026-01-13', 'Delivery Slots', 'Delivery Slots'],
  ['/pack', 'Pack', 'Pack'],
  ['/drive', 'Drive', 'Drive'],
  ['/admin?tab=figures', 'Money', 'Figures'],
  ['/admin?tab=payments', 'Money', 'Payments'],
  ['/admin?tab=settings', 'Settings', 'Your kitchen'],
  ['/admin?tab=settings&section=When', 'Settings', 'Days and windows'],
  ['/admin?tab=settings&section=After+a+missed+delivery', 'Settings', 'Food'],
  ['/admin?tab=settings&section=Where', 'Settings', 'Site'],
  ['/admin?tab=settings&section=nonsense', 'Settings', 'Your kitchen'],
  ['/admin?tab=settings&section=texts', 'Settings', 'Page texts'],
  ['/admin?tab=first-hour', 'Settings', 'Going live'],
  ['/admin?tab=staff', 'Settings', 'Staff'],
  ['/admin?tab=api', 'Settings', 'API'],
  ['/admin?tab=audit', 'Settings', 'History'],
  ['/admin?tab=system', 'Settings', 'System'],
  ['/admin?tab=account', 'Settings', 'Your account'],
  ['/admin?tab=help&page=alarms&section=backup_old', 'Help', 'Help'],
])('%s is under %s: %s', (address, page, part) => {
  const found = partAt(address, 'owner');
  expect([pageOf(found)?.label, found.label]).toEqual([page, part]);
});

describe('who signs in for a page', () => {
  const signIn = (role: StaffRole, next: string) =>
    afterSignIn({ role, rights: rightsOf(role) }, next);

  test('finds it, if their role has it', () => {
    expect(signIn('kitchen', '/admin?tab=plan')).toBe('/admin?tab=plan');
    expect(signIn('driver', '/drive/stop/7')).toBe('/drive/stop/7');
    expect(signIn('packer', '/admin?tab=account')).toBe('/admin?tab=account');
    expect(signIn('owner', '/admin')).toBe('/admin');
    expect(signIn('phone', '/menu')).toBe('/menu');
  });

  test('else begins where their work does, and is told why', () => {
    const refused = encodeURIComponent('/admin?tab=settings');
    expect(signIn('kitchen', '/admin?tab=settings')).toBe(`/admin?tab=prep&not=${refused}`);
    expect(signIn('driver', '/admin?tab=settings')).toBe('/drive');
    expect(signIn('manager', '/admin?tab=settings')).toBe(`/?not=${refused}`);
  });
});

test('every role may open what it begins with', () => {
  for (const role of STAFF_ROLES)
    for (const address of Object.values(LANDINGS[role]))
      expect(rightsOf(role)).toContain(findPart(address)?.right);
});

test('what the handbook says to open is a page, or one of its parts', () => {
  const pages = import.meta.glob<string>('/docs/handbook/*.md', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const named = Object.values(pages).flatMap((text) => [
    ...text.matchAll(/Open \*\*([^*]+)\*\*(?:, \*\*([^*]+)\*\*)?/g),
  ]);
  expect(named.length).toBeGreaterThan(30);
  for (const [words, label, part] of named) {
    const page = portalPages.find((one) => one.label === label);
    const parts = page?.parts.map((one) => one.label);
    expect(parts, words).toEqual(
      part === undefined ? expect.anything() : expect.arrayContaining([part]),
    );
  }
  expect(Object.values(pages).join()).not.toContain('**More**');
});
