import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  type DailyPrepReply,
  getDailyPrep,
  listPackedBags,
  listSpecialBags,
  type PackedBagReply,
  tickOff,
} from '#areas/kitchen/calls/daily-prep.ts';
import { listTemperatures } from '#areas/kitchen/calls/temperatures.ts';
import { listPrintouts, listStaleDates } from '#areas/printouts/calls/printouts.ts';
import { countByStatus } from '#areas/delivery/rules/driver-reports.ts';
import { TREE_NUTS } from '#areas/needs/rules/allergens.ts';
import { DailyPrepTab } from '#areas/kitchen/web/portal/daily-prep/daily-prep-tab.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { quietLiveLine } from '#platform/web/testing/fake-event-source.ts';
import { fakeServer, never, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();
quietLiveLine();

const A_BULGOGI = {
  mealId: 1,
  name: 'Bulgogi',
  mealType: 'dinner',
  mealDate: '2026-01-13',
  personName: 'Ben',
  allergens: ['wheat', 'soy'],
  holds: [],
  onHold: null,
  agreedTo: [],
  traces: [],
  isConcerned: false,
  helping: null,
  agreed: null,
} satisfies PackedBagReply['items'][number];

const COUNTS = { deliveries: 1, meals: 4, lunch: 0, dinner: 4, warm: 0, cold: 4 };
const STATES = { ...countByStatus([]), planned: 1 };
const TOTAL = {
  mealId: 1,
  name: 'Bulgogi',
  mealType: 'dinner',
  count: 4,
  onHold: 0,
  warm: 0,
  cold: 4,
} as const;

const PREP: DailyPrepReply = {
  date: '2026-01-13',
  ...COUNTS,
  waiting: { orders: 0, meals: 0 },
  giftCards: 0,
  byMeal: [TOTAL],
  windows: [
    {
      timeSlot: '11:00-13:00',
      ...COUNTS,
      counts: STATES,
      byMeal: [{ ...TOTAL, done: 1, mealVersion: 3, shortStops: [] }],
    },
  ],
};

const BAGS: PackedBagReply[] = [
  {
    orderId: 1,
    orderNumber: 'RT-7K3F-9Q2X',
    status: 'confirmed',
    deliveryId: 1,
    deliveryStatus: 'planned',
    stop: 3,
    timeSlot: '11:00-13:00',
    customerName: 'Mia Nguyễn',
    phone: '+61412345678',
    suburb: 'Cleveland',
    temperature: 'cold',
    specialInstructions: 'Green door.',
    needs: [
      { name: 'Mia', allergens: [...TREE_NUTS, 'peanut'], avoid: [], diets: [], note: '' },
      {
        name: 'Leo',
        allergens: ['soy'],
        avoid: [],
        diets: ['vegetarian'],
        note: 'hates mushrooms',
      },
    ],
    specialWords: [],
    specialPeople: [],
    items: [
      { ...A_BULGOGI, personName: 'Mia', isConcerned: true },
      {
        ...A_BULGOGI,
        personName: 'Leo',
        isConcerned: true,
        agreed: 'CONTAINS SOY, AGREED: spoke to his mother, kim, Mon 12 Jan',
      },
      { ...A_BULGOGI, helping: '1 of 2' },
      { ...A_BULGOGI, helping: '2 of 2' },
    ],
  },
];

function answerDay() {
  server.answers(getDailyPrep, () => PREP);
  server.answers(listSpecialBags, () => ({ bags: BAGS }));
  server.answers(listPackedBags, () => ({ bags: BAGS }));
  server.answers(listPrintouts, () => []);
  server.answers(listTemperatures, () => ({
    now: '2026-01-13T02:00:00.000Z',
    readings: [],
    chills: [],
    coreLimits: [],
  }));
  server.answers(listStaleDates, () => []);
}

async function open(at = '/admin?tab=prep') {
  await openPortalPage(<DailyPrepTab />, { server, heading: 'Admin Portal', at });
}

async function openPrep(at?: string) {
  answerDay();
  await open(at);
}

test('the day begins with what to cook and whom to cook apart for', async () => {
  await page.viewport(390, 844);
  await openPrep();
  const special = page.getByRole('region', { name: 'Allergies and food requests (1)' });
  await expect.element(special).toMatchTextContent('ALLERGY MIA: ALL TREE NUTS, PEANUT');
  await expect.element(special).toMatchTextContent('Leo: Vegetarian. “hates mushrooms”');
  await expect.element(special).toMatchTextContent('CONTAINS SOY, AGREED: spoke to his mother');
  await expect.element(special).not.toMatchTextContent('Ben:');
  await expect.element(special).not.toMatchTextContent('Green door');
  const totals = page.getByRole('table', { name: 'Dinner to cook' });
  await expect.element(totals).toBeVisible();
  await expect
    .element(page.getByText('of these 1 for Mia (all tree nuts, peanut): clean bench').first())
    .toBeVisible();
  expect(await listViolations()).toEqual([]);
});

test('the totals do not wait for the allergies, and say so until they are there', async () => {
  await page.viewport(390, 844);
  answerDay();
  server.answers(listSpecialBags, never);
  await open();
  await expect.element(page.getByRole('table', { name: 'Dinner to cook' })).toBeVisible();
  await expect.element(page.getByText('Loading allergies and food requests…')).toBeVisible();
  await expect.element(page.getByText('No allergies or food requests')).not.toBeInTheDocument();
});

test('allergies that could not be loaded are never taken for none', async () => {
  answerDay();
  server.answers(listSpecialBags, () => refused(409, { code: 'busy', message: 'Busy.' }));
  await open();
  const failed = page.getByText('We couldn’t load the allergies');
  await expect.element(failed).toBeVisible();
  await expect.element(page.getByText(/Cook nothing until they are shown/)).toBeVisible();
  await expect.element(page.getByText('No allergies or food requests')).not.toBeInTheDocument();
  server.answers(listSpecialBags, () => ({ bags: BAGS }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect
    .element(page.getByRole('region', { name: 'Allergies and food requests (1)' }))
    .toBeVisible();
});

test('a part that is not open is not asked for, and one that fails can be asked for again', async () => {
  await openPrep();
  await expect.element(page.getByRole('table', { name: 'Dinner to cook' })).toBeVisible();
  expect(server.sent(listPackedBags)).toEqual([]);
  server.answers(listPackedBags, () => refused(409, { code: 'busy', message: 'Busy.' }));
  await page.getByRole('tab', { name: 'Pack' }).click();
  await expect.element(page.getByText('We couldn’t load the packing list')).toBeVisible();
  server.answers(listPackedBags, () => ({ bags: BAGS }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: /^Packing list/ })).toBeVisible();
});

test('its parts open by a tap, and the address remembers which', async () => {
  await page.viewport(1280, 800);
  await openPrep();
  await page.getByRole('tab', { name: 'Pack' }).click();
  await expect.element(page.getByText('Ben, Tue 13 Jan dinner (2):').first()).toBeVisible();
  await expect.element(page.getByRole('listitem').first()).toMatchTextContent('Stop 3');
  expect(await listViolations()).toEqual([]);
  await page.getByRole('tab', { name: 'Deliver' }).click();
  await expect.element(page.getByText('Planned')).toBeVisible();
  await page.getByRole('tab', { name: 'Paper' }).click();
  await expect.element(page.getByRole('heading', { name: 'Printouts' })).toBeVisible();
});

test('a part is opened by its address', async () => {
  await openPrep('/admin?tab=prep&part=pack');
  await expect.element(page.getByRole('heading', { name: /^Packing list/ })).toBeVisible();
});

test('a cook ticks portions off and takes them back, and each tap has its own key', async () => {
  await page.viewport(1280, 800);
  let done = 1;
  server.answers(tickOff, ({ body }) => {
    done += body.count;
    return { done, total: 4, deliveries: 0 };
  });
  await openPrep('/admin?tab=prep&part=cook');
  server.answers(getDailyPrep, () => ({
    ...PREP,
    windows: [
      {
        timeSlot: '11:00-13:00',
        ...COUNTS,
        counts: STATES,
        byMeal: [{ ...TOTAL, done, mealVersion: 3, shortStops: [] }],
      },
    ],
  }));
  const row = page.getByRole('button', { name: /^Bulgogi/ });
  await expect.element(row).toMatchTextContent('1 of 4 done');
  await row.click();
  await page.getByRole('button', { name: '+1: 1 Bulgogi done' }).click();
  await expect.element(row).toMatchTextContent('2 of 4 done');
  await page.getByRole('button', { name: 'All: All Bulgogi done' }).click();
  await expect.element(row).toMatchTextContent('4 of 4 done');
  expect(await listViolations()).toEqual([]);
  await page.getByRole('button', { name: 'Undo 2: Take back 2 Bulgogi' }).click();
  await expect.element(row).toMatchTextContent('2 of 4 done');
  await expect.poll(() => server.sent(tickOff).map(({ body }) => body.count)).toEqual([1, 2, -2]);
  const keys = server.sent(tickOff).map(({ body }) => body.key);
  expect(new Set(keys).size).toBe(3);
});

test('a tick on a recipe that has just changed is refused once, in words, and Undo forgets it', async () => {
  await page.viewport(1280, 800);
  const message = 'The recipe has just changed. Look at it first.';
  answerDay();
  server.answers(tickOff, () => refused(409, { code: 'recipe_changed', message }));
  const [window] = PREP.windows;
  server.answers(getDailyPrep, () => ({
    ...PREP,
    windows: [{ ...window!, byMeal: [{ ...TOTAL, done: 2, mealVersion: 3, shortStops: [] }] }],
  }));
  await open('/admin?tab=prep&part=cook');
  await page.getByRole('button', { name: /^Bulgogi/ }).click();
  await page.getByRole('button', { name: 'All: All Bulgogi done' }).click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Undo 1:/ })).toBeVisible();
  expect(server.sent(tickOff)).toMatchObject([{ body: { mealVersion: 3, count: 2 } }]);
});
