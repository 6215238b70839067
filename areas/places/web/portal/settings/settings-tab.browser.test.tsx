import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  getSettings,
  getSettingsVersion,
  listSettingsVersions,
  listUnlistedSuburbs,
  saveSettings,
  type SettingsReply,
} from '#areas/business/calls/settings.ts';
import { openSlotDays } from '#areas/places/calls/delivery-slots.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { SettingsTab } from './settings-tab.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();
const AT = '2026-01-06T01:00:00Z';

const aReply = (change: Partial<SettingsReply> = {}): SettingsReply => ({
  ...defaultBusiness,
  version: 4,
  changedBy: 'owner@example.com',
  changedAt: AT,
  problems: null,
  ...change,
});

const PREVIEW = {
  previewHash: 'seen',
  effects: [
    {
      field: 'suburbs',
      message: '3 deliveries are booked in Birkdale, which you remove.',
      deliveries: 3,
    },
  ],
  lost: [
    {
      date: '2026-01-26',
      windows: ['11:00-13:00' as const],
      deliveries: 1,
      meals: 4,
      orders: [
        {
          orderNumber: 'RT-7K3F-9Q2X',
          customer: 'Mia Nguyễn',
          window: '11:00-13:00' as const,
          meals: 4,
        },
      ],
    },
  ],
};

type Sent = { location: string; version: number; previewHash?: string | undefined };

let sent: Sent[];

const open = (section = 'Your kitchen') =>
  openPortalPage(<SettingsTab />, {
    server,
    heading: 'Settings',
    at: paths.admin({ tab: 'settings', section }),
  });
const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole('button', { name });
const dialog = () => page.getByRole('dialog', { name: 'Save these settings?' });

beforeEach(() => {
  sent = [];
  server.answers(getOrderingWeek, () => ({
    timeZone: 'Australia/Brisbane',
    now: AT,
    cutoff: '2026-01-11T07:00:00.000Z',
    pastDeadline: false,
    sale: { state: 'open' },
    weekStart: '2026-01-13',
    weekEnd: '2026-01-19',
    days: [],
  }));
  server.answers(getSettings, () => aReply());
  server.answers(listUnlistedSuburbs, () => ({ suburbs: [] }));
  server.answers(listSettingsVersions, () => ({
    versions: [
      { version: 4, changedBy: 'owner@example.com', changedAt: AT, changed: ['name', 'abn'] },
      { version: 3, changedBy: null, changedAt: AT, changed: [] },
    ],
  }));
  server.answers(getSettingsVersion, () => ({
    ...defaultBusiness,
    name: 'Old Name',
    version: 3,
    changedBy: null,
    changedAt: AT,
  }));
  server.answers(saveSettings, ({ body }) => {
    if (body.dryRun) return { preview: PREVIEW, settings: null };
    sent.push(body);
    return { preview: PREVIEW, settings: aReply({ ...body, version: 5 }) };
  });
});

test('every fact has a field that says what it changes, and nothing asks to be saved', async () => {
  const opened = await open();
  await expect.element(field('Name')).toHaveValue('Redlands Table');
  await expect.element(page.getByText('Version 4, in force')).toBeVisible();
  for (const [section, label, value] of [
    ['What it costs', 'Daily delivery, each date ($)', '2.99'],
    ['When', 'Cut-off time', '17:00'],
    ['Launch and waitlist', 'Launch date', '2025-07-15'],
  ] as const) {
    opened.goTo(paths.admin({ tab: 'settings', section }));
    await expect.element(field(label)).toHaveValue(value);
    await expect.element(field('Name')).not.toBeInTheDocument();
    await expect.element(button('Preview and save')).not.toBeInTheDocument();
    expect(await listViolations()).toEqual([]);
  }
});

test('the preview comes before saving, and just what it showed is saved', async () => {
  await open('Where');
  await field('Place').fill('Hobart, Tasmania');
  await field('Suburbs (12)').fill('Hobart 7000\nSandy Bay, TAS, 7005');
  await expect.element(page.getByText('2 unsaved changes')).toBeVisible();
  await button('Preview and save').click();
  await expect.element(dialog()).toMatchTextContent('Redlands, Queensland → Hobart, Tasmania');
  await expect.element(dialog()).toMatchTextContent('3 deliveries are booked in Birkdale');
  expect(sent).toEqual([]);
  await button('Save settings').click();
  await expect.element(page.getByText('Settings Saved')).toBeVisible();
  expect(sent).toMatchObject([
    {
      location: 'Hobart, Tasmania',
      version: 4,
      previewHash: 'seen',
      suburbs: [
        { name: 'Hobart', postcode: '7000' },
        { name: 'Sandy Bay', postcode: '7005' },
      ],
    },
  ]);
  await expect.element(button('Preview and save')).not.toBeInTheDocument();
});

test('bookings that are no longer offered are listed before saving, and led to after it', async () => {
  await open();
  await field('Name').fill('Hobart Kitchen');
  await button('Preview and save').click();
  await page.getByText('Mon 26 Jan 2026: 1 delivery, 4 meals').click();
  await expect.element(dialog()).toMatchTextContent('Mia Nguyễn, RT-7K3F-9Q2X, 11am-1pm: 4 meals');
  await expect
    .element(page.getByRole('button', { name: /Move or refund/ }))
    .not.toBeInTheDocument();
  await button('Save settings').click();
  await expect.element(button('Move or refund Mon 26 Jan 2026')).toBeVisible();
  expect(await listViolations()).toEqual([]);
});

test('a suburb with another name keeps the old one when that is agreed, and the preview is asked again', async () => {
  const alias = { was: 'Birkdale', is: 'Birk Dale' };
  server.answers(saveSettings, ({ body }) => {
    const isKept = body.suburbs.some(({ aliases }) => aliases?.includes('Birkdale'));
    const message = isKept ? 'Birkdale is now Birk Dale for 14 addresses.' : 'Is it renamed?';
    const effect = { field: 'suburbs', message, deliveries: 0, ...(!isKept && { alias }) };
    return { preview: { ...PREVIEW, effects: [effect] }, settings: null };
  });
  await open('Where');
  await field('Suburbs (12)').fill('Hobart 7000\nBirk Dale 4159');
  await button('Preview and save').click();
  await button('Yes, find Birkdale as Birk Dale').click();
  await expect.element(dialog()).toMatchTextContent(/Birk Dale for 14 addresses/);
  await button('Keep editing').click();
  await expect
    .element(field('Suburbs (2)'))
    .toHaveValue('Hobart 7000\nBirk Dale 4159 (was Birkdale)');
});

test('suburbs of open orders that are on no list are settled one by one, and saved with the rest', async () => {
  server.answers(listUnlistedSuburbs, () => ({
    suburbs: [
      { name: 'Old Town', postcode: '4157', orders: 3 },
      { name: 'Far Away', postcode: '4999', orders: 1 },
    ],
  }));
  const saved: SettingsReply[] = [];
  server.answers(saveSettings, ({ body }) => {
    if (!body.dryRun) saved.push(aReply({ ...body, version: 5 }));
    return { preview: PREVIEW, settings: saved[0] ?? null };
  });
  await open('Where');
  const group = page.getByRole('group', { name: 'Suburbs not on your list (2)' });
  const oldTown = group.getByLabelText('Old Town 4157, 3 open orders');
  await oldTown.selectOptions('Now called Birkdale');
  await oldTown.selectOptions('Now called Sheldon');
  await group.getByLabelText('Far Away 4999, 1 open order').selectOptions('No longer served');
  await expect.element(oldTown).toHaveDisplayValue('Now called Sheldon');
  const list = page.getByLabelText('Suburbs (12)', { exact: true });
  await expect.element(list).toHaveValue(
    defaultBusiness.suburbs
      .map(({ name, postcode }) => `${name} ${postcode}`)
      .join('\n')
      .replace('Sheldon 4157', 'Sheldon 4157 (was Old Town)'),
  );
  expect(await listViolations()).toEqual([]);
  await button('Preview and save').click();
  await button('Save settings').click();
  await expect.poll(() => saved.length).toBe(1);
  expect(saved[0]?.formerSuburbs).toEqual(['Far Away']);
  expect(saved[0]?.suburbs.filter(({ aliases }) => aliases)).toEqual([
    { name: 'Sheldon', postcode: '4157', aliases: ['Old Town'] },
  ]);
});

test('that the suburbs of open orders could not be looked up is said, and the rest can be saved', async () => {
  server.answers(listUnlistedSuburbs, () => refused(503, { code: 'busy', message: 'Try again' }));
  await open('Where');
  await expect.element(page.getByText('We couldn’t load suburbs of open orders')).toBeVisible();
  await field('Place').fill('Hobart, Tasmania');
  await expect.element(button('Preview and save')).toBeVisible();
});

test('a mistake is shown at its field and is not sent', async () => {
  await open('What it costs');
  await field('Daily delivery, each date ($)').fill('free');
  await expect.element(page.getByText(/Please enter an amount between/)).toBeVisible();
  await button('Show the first mistake').click();
  await expect.element(field('Daily delivery, each date ($)')).toHaveFocus();
  await field('Weekly delivery ($)').fill('free');
  await expect.element(page.getByText('2 mistakes to fix')).toBeVisible();
  await button('Undo changes').click();
  await expect.element(field('Daily delivery, each date ($)')).toHaveValue('2.99');
  await expect.element(field('Weekly delivery ($)')).toHaveValue('5.99');
});

test('when someone else saved meanwhile, what was typed is kept on top of it', async () => {
  await open();
  await field('Name').fill('Mine');
  const settings = aReply({ phone: '(03) 5550 0199', version: 9, changedBy: 'kim@example.com' });
  server.answers(saveSettings, ({ body }) => {
    if (body.version !== 9)
      return refused(409, { code: 'settings_stale', message: 'Someone else saved', settings });
    return { preview: { previewHash: 'x', effects: [], lost: [] }, settings: null };
  });
  await button('Preview and save').click();
  await expect.element(page.getByText(/kim@example.com saved them/)).toBeVisible();
  await expect.element(field('Name')).toHaveValue('Mine');
  await expect.element(field('Phone')).toHaveValue('(03) 5550 0199');
  await button('Preview and save').click();
  await expect.element(dialog()).toMatchTextContent('Redlands Table → Mine');
});

test('going back to an earlier version fills the form, to be previewed like any change', async () => {
  await open();
  await button('Go back to version 3').click();
  await expect.element(field('Name')).toHaveValue('Old Name');
  await expect.element(page.getByText('1 unsaved change')).toBeVisible();
});

test('what is wrong in the database is named and can be replaced', async () => {
  server.answers(getSettings, () => aReply({ problems: { abn: 'Please check the ABN' } }));
  await open();
  await expect.element(page.getByText('The settings in the database are wrong')).toBeVisible();
  await expect.element(page.getByText('abn: Please check the ABN')).toBeVisible();
  await button('Preview and save').click();
  await button('Save settings').click();
  await expect.poll(() => sent.length).toBe(1);
});

test('settings that could not be loaded can be asked for again', async () => {
  server.answers(getSettings, () => refused(503, { code: 'busy', message: 'Try again' }));
  await open();
  await expect.element(page.getByText('We couldn’t load the settings')).toBeVisible();
  server.answers(getOrderingWeek, () => ({
    timeZone: 'Australia/Brisbane',
    now: AT,
    cutoff: '2026-01-11T07:00:00.000Z',
    pastDeadline: false,
    sale: { state: 'open' },
    weekStart: '2026-01-13',
    weekEnd: '2026-01-19',
    days: [],
  }));
  server.answers(getSettings, () => aReply());
  await button('Try again').click();
  await expect.element(field('Name')).toBeVisible();
});

test('windows are changed with their days, and the first choice follows', async () => {
  await open('When');
  await expect.element(field('Window 1 from')).toHaveValue('11:00');
  await field('Window 1 to').fill('12:30');
  await expect.element(field('Delivery window chosen first')).toHaveValue('11:00-12:30');
  await button('Add a window').click();
  await expect
    .element(page.getByText('Please enter when it starts and when it ends'))
    .toBeVisible();
  await field('Window 3 from').fill('12:00');
  await field('Window 3 to').fill('14:00');
  await expect.element(page.getByText(/do not overlap 11am-12:30pm on Monday/)).toBeVisible();
  const days = page.getByRole('group', { name: 'Days of window 3' });
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'])
    await days.getByRole('checkbox', { name: day }).click();
  await expect.element(page.getByText(/choose at least one day/)).toBeVisible();
  await field('Window 3 from').fill('08:00');
  await field('Window 3 to').fill('10:00');
  await days.getByRole('checkbox', { name: 'Sat' }).click();
  await field('Name of window 3 (optional)').fill('Breakfast');
  expect(await listViolations()).toEqual([]);
  await button('Preview and save').click();
  await expect.element(dialog()).toMatchTextContent('Breakfast 8am-10am Sat');
  await button('Save settings').click();
  await expect.element(page.getByText('Settings Saved')).toBeVisible();
  expect(sent).toMatchObject([
    {
      defaultWindow: '11:00-12:30',
      deliveryWindows: [
        { timeSlot: '11:00-12:30', label: null, weekdays: [0, 1, 2, 3, 4, 5, 6] },
        { timeSlot: '16:00-18:00' },
        { timeSlot: '08:00-10:00', label: 'Breakfast', weekdays: [6] },
      ],
    },
  ]);
});

test('kitchen hours are set day by day; a day without a tick is none', async () => {
  await open('When');
  await expect.element(field('Monday from')).toHaveValue('05:00');
  await page.getByRole('group', { name: 'Sunday' }).getByRole('checkbox', { name: 'Sun' }).click();
  await expect.element(field('Sunday from')).not.toBeInTheDocument();
  await field('Monday until').fill('04:00');
  await expect.element(page.getByText('Please choose an end later than the start')).toBeVisible();
  await field('Monday until').fill('00:00');
  expect(await listViolations()).toEqual([]);
  await button('Preview and save').click();
  await expect.element(dialog()).toMatchTextContent('Mon 5am-midnight, Tue to Sat 5am-8pm');
  await button('Save settings').click();
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent).toMatchObject([
    {
      kitchenHours: [
        { weekday: 1, fromMinute: 300, untilMinute: 1440 },
        ...[2, 3, 4, 5, 6].map((weekday) => ({ weekday, fromMinute: 300, untilMinute: 1200 })),
      ],
    },
  ]);
});

test('equipment that may run out has names and numbers', async () => {
  await open('Kitchen and bags');
  await button('Add equipment').click();
  await expect.element(page.getByText(/what it is, such as oven/)).toBeVisible();
  await field('Name 1').fill('Oven');
  await field('How many').fill('2');
  await field('Cooks at work (optional)').fill('2');
  expect(await listViolations()).toEqual([]);
  await button('Preview and save').click();
  await expect.element(dialog()).toMatchTextContent('2 Oven');
  await button('Save settings').click();
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent).toMatchObject([{ equipment: [{ name: 'Oven', count: 2 }], cooks: 2 }]);
});

test('the last window cannot be saved away', async () => {
  await open('When');
  await button('Remove window 2').click();
  await button('Remove window 1').click();
  await expect
    .element(page.getByText('Please add the first window in which you deliver'))
    .toBeVisible();
});

test('what is closed stands in a list, and is opened again at once', async () => {
  const closures = [{ from: '2026-12-24', until: '2027-01-04', reason: 'Summer break' }];
  server.answers(getSettings, () => aReply({ closures }));
  server.answers(openSlotDays, () => ({ slots: [], closures: [] }));
  await open('When');
  const list = page.getByRole('list', { name: 'Closures' });
  await expect.element(list).toMatchTextContent('Thu 24 Dec 2026 to Mon 4 Jan 2027: Summer break');
  await expect.element(button('Close Fri 25 Dec 2026: Christmas Day')).not.toBeInTheDocument();
  await list.getByRole('button', { name: /^Open again/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open again' }).click();
  await expect
    .poll(() => server.sent(openSlotDays).map(({ body }) => body))
    .toEqual([{ from: '2026-12-24', until: '2027-01-04', windows: [] }]);
  expect(await listViolations()).toEqual([]);
});
