import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listStaffMeals, type StaffMealReply } from '#areas/menu/calls/meals.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import { listLimits } from '#areas/menu/calls/meal-limits.ts';
import { changeManyMeals } from '#areas/recipes/calls/many-meals.ts';
import {
  bringBackSampleMenu,
  readSampleMenu,
  removeSampleMenu,
  type RemovalReply,
  type SampleMenuReply,
} from '#areas/recipes/calls/sample-menu.ts';
import { MealList } from './meal-list.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, never } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';
import { anOrderedMeal } from '#quality/support/a-meal.ts';

const server = fakeServer();
const MEALS: StaffMealReply[] = ['Laksa', 'Goulash', 'Bibimbap'].map((name, index) => ({
  ...anOrderedMeal({ name }),
  id: index + 1,
  version: 1,
  archivedAt: null,
}));
let samples: SampleMenuReply;

beforeEach(async () => {
  samples = { meals: 36, changed: 5, ingredients: 184, removed: null };
  server.answers(listStaffMeals, () => MEALS);
  server.answers(getOrderingWeek, never);
  server.answers(listLimits, () => ({ limits: [] }));
  server.answers(readSampleMenu, () => samples);
  await page.viewport(1280, 800);
});

const open = () =>
  openPortalPage(<MealList />, { server, heading: 'Meals', at: '/admin?tab=meals' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const tick = (name: string) => page.getByRole('checkbox', { name: `Tick ${name}` });

test('ticked meals are archived after a look at what happens; those that stay are still ticked', async () => {
  server.answers(changeManyMeals, ({ body }) => ({
    previewHash: 'seen',
    isMenuEmpty: false,
    results: body.ids.map((id) => ({
      id,
      ok: id !== 2,
      name: MEALS[id - 1]!.name,
      ...(id === 2 && { message: 'It is off already.' }),
    })),
  }));
  await open();
  await tick('Laksa').click();
  await tick('Goulash').click();
  await expect.element(page.getByText('2 ticked')).toBeVisible();
  await button('Archive…').click();
  await expect.element(page.getByText('1 stays as it is:')).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await button('Archive 1 meal').click();
  await expect.element(page.getByText('1 ticked')).toBeVisible();
  await expect.element(tick('Goulash')).toBeChecked();
  const sent = server.sent(changeManyMeals).map(({ body }) => body);
  expect(sent.at(-1)).toMatchObject({ ids: [1, 2], dryRun: false, previewHash: 'seen' });
  expect(sent[0]).toMatchObject({ dryRun: true });
});

test('the sample menu is removed after its counts were seen, and brought back', async () => {
  const preview: RemovalReply = { ...samples, previewHash: 'seen', refusal: null };
  server.answers(removeSampleMenu, ({ body }) => {
    if (body.dryRun !== true)
      samples = {
        ...samples,
        meals: 0,
        removed: {
          at: '2026-01-07T02:00:00Z',
          by: 'o@example.com',
          until: '2026-02-06T02:00:00Z',
          meals: 36,
        },
      };
    return preview;
  });
  server.answers(bringBackSampleMenu, () => (samples = { ...samples, meals: 36, removed: null }));
  await open();
  await button('Remove the sample menu…').click();
  await expect
    .element(
      page.getByText(
        '36 meals leave the menu and their recipes are archived. 184 ingredients stay as your pantry. 5 meals you changed stay.',
      ),
    )
    .toBeVisible();
  expect(await listViolations()).toEqual([]);
  await button('Remove the sample menu').click();
  await expect.element(page.getByText(/can come back until Fri 6 Feb 2026/)).toBeVisible();
  await button('Bring back').click();
  await expect.element(button('Remove the sample menu…')).toBeVisible();
});

test('an open kitchen without another meal cannot press the button, and reads why', async () => {
  server.answers(removeSampleMenu, () => ({
    ...samples,
    previewHash: 'seen',
    refusal: 'Add a meal first.',
  }));
  await open();
  await button('Remove the sample menu…').click();
  await expect.element(page.getByText('Add a meal first.')).toBeVisible();
  await expect.element(button('Remove the sample menu')).toBeDisabled();
});
