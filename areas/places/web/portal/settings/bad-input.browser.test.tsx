/** What cannot be right is said at its field, while it is typed, and nothing can be saved. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  getSettings,
  listSettingsVersions,
  listUnlistedSuburbs,
  saveSettings,
  uploadLogo,
} from '#areas/business/calls/settings.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { SettingsTab } from './settings-tab.tsx';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();
const field = (label: string | RegExp) =>
  page.getByLabelText(label, typeof label === 'string' ? { exact: true } : {});
const SUBURBS = /^Suburbs \(/;
let calls: number;

beforeEach(async () => {
  calls = 0;
  const saved = { version: 4, changedBy: null, changedAt: '2026-01-06T01:00:00Z' };
  server.answers(listUnlistedSuburbs, () => ({ suburbs: [] }));
  server.answers(getSettings, () => ({ ...defaultBusiness, ...saved, problems: null }));
  server.answers(getOrderingWeek, () => ({
    timeZone: 'Australia/Brisbane',
    now: '2026-01-06T01:00:00Z',
    cutoff: '2026-01-11T07:00:00.000Z',
    pastDeadline: false,
    sale: { state: 'open' },
    weekStart: '2026-01-13',
    weekEnd: '2026-01-19',
    days: [],
  }));
  server.answers(listSettingsVersions, () => ({ versions: [] }));
  server.answers(saveSettings, () => {
    calls += 1;
    return { preview: { previewHash: 'seen', effects: [], lost: [] }, settings: null };
  });
});

const open = (section: string) =>
  openPortalPage(<SettingsTab />, {
    server,
    heading: 'Settings',
    at: paths.admin({ tab: 'settings', section }),
  });

type Wrong = [
  section: string,
  what: string,
  label: string | RegExp,
  typed: string,
  message: RegExp,
];

const suburbsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `Place ${index} 7000`).join('\n');

test.each<Wrong>([
  ['Where', 'a suburb twice', SUBURBS, 'Sandy Bay 7005\nsandy  bay 7005', /is on the list twice/],
  ['Where', 'a suburb without its postcode', SUBURBS, 'Sandy Bay', /postcode of four digits/],
  ['Where', '501 suburbs', SUBURBS, suburbsOf(501), /keep to 500 suburbs: there are 501/],
  ['Where', 'no suburb', SUBURBS, '', /add the first suburb/],
  [
    'What it costs',
    'a negative fee',
    'Daily delivery, each date ($)',
    '-3',
    /between \$0\.00 and \$50\.00/,
  ],
  ['What it costs', 'a fee in words', 'Weekly delivery ($)', 'free', /Please enter an amount/],
  [
    'Your kitchen',
    'a colour that no one can read',
    /^Another colour/,
    '#ffe680',
    /choose a darker colour/,
  ],
  ['Your kitchen', 'a colour that is none', /^Another colour/, 'plum', /six digits or letters/],
  ['When', 'a window that ends before it starts', 'Window 1 from', '14:00', /later than the start/],
  ['When', 'windows that overlap', 'Window 1 to', '16:30', /do not overlap/],
  ['Your kitchen', 'an ABN of another digit', /^ABN/, '51 824 753 557', /check the ABN/],
  ['Your kitchen', 'a name of spaces', 'Name', '   ', /Please enter/],
  ['Your kitchen', 'a name with a tag', 'Name', '<b>Kitchen</b>', /without < and >/],
])('in %s: %s', async (section, _what, label, typed, message) => {
  await open(section);
  await field(label).fill(typed);
  await expect.element(page.getByText(message).first()).toBeVisible();
  await page.getByRole('button', { name: 'Show the first mistake' }).click();
  const wrong = document.activeElement;
  expect(wrong?.getAttribute('aria-invalid')).toBe('true');
  expect(calls).toBe(0);
});

test('a cut-off after the first delivery of its week', async () => {
  await open('When');
  await field('Cut-off day').selectOptions('Tuesday');
  await expect.element(page.getByText(/earlier cut-off/)).toBeVisible();
  await field('Cut-off time').fill('10:00');
  await expect.element(page.getByText(/earlier cut-off/)).not.toBeInTheDocument();
});

test('a logo that is a script is refused where it was chosen', async () => {
  await open('Your kitchen');
  server.answers(uploadLogo, () =>
    refused(400, {
      code: 'invalid',
      message: 'Check your entries',
      fields: { logo: 'Please choose an undamaged picture: PNG, JPEG or WebP' },
    }),
  );
  const script = new File(['<script>alert(1)</script>'], 'logo.png', { type: 'image/png' });
  await page.getByLabelText('Logo file').upload(script);
  await expect.element(page.getByRole('alert')).toMatchTextContent('Please choose an undamaged');
  await expect.element(page.getByText('unsaved change')).not.toBeInTheDocument();
});
