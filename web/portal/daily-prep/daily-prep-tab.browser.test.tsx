import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type DailyPrepReply, getDailyPrep } from '#contract/daily-prep.ts';
import { listPrintouts, listStaleDates } from '#contract/printouts.ts';
import { TREE_NUTS } from '#domain/menu/allergens.ts';
import { DailyPrepTab } from '#web/portal/daily-prep/daily-prep-tab.tsx';
import { listViolations } from '#web/testing/accessibility.ts';
import { quietLiveLine } from '#web/testing/fake-event-source.ts';
import { fakeServer } from '#web/testing/fake-server.ts';
import { openPortalPage } from '#web/testing/open-portal-page.tsx';

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
  isConcerned: false,
  helping: null,
  agreed: null,
} satisfies DailyPrepReply['packingList'][number]['items'][number];

const COUNTS = { deliveries: 1, meals: 4, lunch: 0, dinner: 4, warm: 0, cold: 4 };
const TOTAL = {
  mealId: 1,
  name: 'Bulgogi',
  mealType: 'dinner',
  count: 4,
  warm: 0,
  cold: 4,
} as const;

const PREP: DailyPrepReply = {
  date: '2026-01-13',
  ...COUNTS,
  pendingDeliveries: 0,
  byMeal: [TOTAL],
  windows: [{ timeSlot: '11:00-13:00', ...COUNTS, byMeal: [TOTAL] }],
  packingList: [
    {
      orderId: 1,
      orderNumber: 'RT-7K3F-9Q2X',
      status: 'confirmed',
      timeSlot: '11:00-13:00',
      customerName: 'Mia Nguyễn',
      phone: '+61412345678',
      suburb: 'Cleveland',
      deliveryPreference: 'cold',
      specialInstructions: 'Green door.',
      needs: [
        { name: 'Mia', allergens: [...TREE_NUTS, 'peanut'], diets: [], note: '' },
        { name: 'Leo', allergens: ['soy'], diets: ['vegetarian'], note: 'hates mushrooms' },
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
  ],
};

test('the day begins with whom to cook apart for, and packs each portion by name', async () => {
  await page.viewport(390, 844);
  server.answers(getDailyPrep, () => PREP);
  server.answers(listPrintouts, () => []);
  server.answers(listStaleDates, () => []);
  await openPortalPage(<DailyPrepTab />, {
    server,
    heading: 'Admin Portal',
    at: '/admin?tab=daily-prep',
  });
  const special = page.getByRole('region', { name: 'Allergies and food requests (1)' });
  await expect.element(special).toMatchTextContent('ALLERGY MIA: ALL TREE NUTS, PEANUT');
  await expect.element(special).toMatchTextContent('Leo: vegetarian; note: hates mushrooms');
  await expect.element(special).toMatchTextContent('CONTAINS SOY, AGREED: spoke to his mother');
  await expect.element(special).not.toMatchTextContent('Ben:');
  await expect.element(special).not.toMatchTextContent('Green door');
  await expect
    .element(page.getByText('of these 1 for Mia (all tree nuts, peanut): clean bench').first())
    .toBeVisible();
  await expect.element(page.getByText('Ben, Tue 13 Jan dinner (2):').first()).toBeVisible();
  expect(await listViolations()).toEqual([]);
});
