import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getLabels } from '#areas/printouts/calls/labels.ts';
import { DownloadButton } from '#areas/printouts/web/printout-buttons.tsx';
import { labelsSource } from '#areas/printouts/web/printouts-queries.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();

const TWO = [
  { name: 'Moroccan chicken (Alex)', millimetres: 9, mealId: 7 },
  { name: 'Bag 20 Sarah 9Q2X', millimetres: 2, mealId: null },
];

async function press(others = 146) {
  server.answers(getLabels, ({ query }) =>
    query.part === 'all'
      ? refused(409, {
          code: 'labels_too_tall',
          message: '2 labels need larger stock',
          labels: TWO,
          others,
          stock: 'roll_100x62',
        })
      : 'a file',
  );
  await openPortalPage(
    <DownloadButton source={labelsSource({ date: '2026-01-13' })} saved="Saved" about="labels">
      PDF
    </DownloadButton>,
    { server, heading: 'Labels', at: '/admin' },
  );
  await page.getByRole('button', { name: 'PDF labels' }).click();
}
const asked = () => server.sent(getLabels).map(({ query: { part, stock } }) => [part, stock]);

test('labels that are too tall are named before anything is printed, then printed apart', async () => {
  await press();
  for (const text of [
    '2 labels need larger stock',
    'Moroccan chicken (Alex), 9 mm too tall.',
    'Bag 20 Sarah 9Q2X, 2 mm too tall.',
  ])
    await expect.element(page.getByText(text)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Shorten the list' }))
    .toHaveAttribute('href', '/admin?tab=meals&meal=7');
  expect(await listViolations()).toEqual([]);
  expect(asked()).toEqual([['all', undefined]]);
  await page.getByRole('button', { name: 'Print on 4 x 6 inch' }).click();
  await page.getByRole('button', { name: 'Print 146' }).click();
  await expect.poll(asked).toEqual([
    ['all', undefined],
    ['too_tall', 'label_4x6in'],
    ['fitting', undefined],
  ]);
});

test('who waits with the tall ones still prints the others', async () => {
  await press(1);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect.element(page.getByText('Print the other label?')).toBeVisible();
  await page.getByRole('button', { name: 'Print 1' }).click();
  await expect.poll(asked).toEqual([
    ['all', undefined],
    ['fitting', undefined],
  ]);
});
