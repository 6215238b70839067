import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  correctTemperature,
  listTemperatures,
  type TemperatureReadingReply,
} from '#areas/kitchen/calls/food-safety-record.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { quietLiveLine, fakeServer } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';
import { RecordPart } from './record-part.tsx';

const server = fakeServer();
quietLiveLine();
afterEach(() => vi.restoreAllMocks());

const AT = '2026-01-13T01:00:00.000Z';

const READING: TemperatureReadingReply = {
  id: 1,
  key: '0e5a4c52-7b3b-4d0e-9a4e-3f1d5c0b7a61',
  kind: 'core',
  mealId: 1,
  batchId: null,
  mealName: 'Bulgogi',
  place: null,
  note: '',
  goodsLotId: null,
  lateness: null,
  source: 'screen',
  measuredBy: '',
  isNotNeeded: false,
  thrownOut: null,
  date: '2026-01-13',
  window: '11:00-13:00',
  tenths: 780,
  at: AT,
  recordedAt: AT,
  by: 'Kim Lee',
  probe: '',
  limit: 'at least 75 °C',
  pass: true,
  action: null,
  actionBy: null,
  corrects: null,
  isWithdrawn: false,
  isStanding: true,
  marks: [],
};

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

test('the record of a period shows failures, corrections and marks, and corrects by a line of its own', async () => {
  await page.viewport(390, 844);
  server.answers(getOrderingWeek, () => ({
    timeZone: 'Australia/Brisbane',
    now: AT,
    cutoff: '2026-01-18T07:00:00.000Z',
    pastDeadline: false,
    sale: { state: 'open' },
    weekStart: '2026-01-20',
    weekEnd: '2026-01-26',
    days: [],
  }));
  const readings: TemperatureReadingReply[] = [
    { ...READING, id: 4, tenths: 600, pass: false, action: 'thrown_out', actionBy: 'Ana Roy' },
    { ...READING, id: 3, corrects: 2, marks: ['hurried'] },
    { ...READING, id: 2, tenths: 78, pass: false, isStanding: false },
  ];
  server.answers(listTemperatures, () => ({ now: AT, readings, chills: [] }));
  server.answers(correctTemperature, () => READING);
  await openPortalPage(<RecordPart />, {
    server,
    heading: 'Admin Portal',
    at: '/admin?tab=food-safety&by=record&from=2026-01-12&to=2026-01-13',
  });
  await expect.element(page.getByText('2 readings, 1 failed')).toBeVisible();
  await expect.element(page.getByText('Thrown out (Ana Roy)')).toBeVisible();
  await expect.element(page.getByText('Corrected, counts no more')).toBeVisible();
  await expect.element(page.getByText('4 readings in 2 minutes')).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await page.getByRole('button', { name: 'Correct line 3: Core, Bulgogi' }).click();
  await press('7');
  await press('9');
  await expect
    .poll(() => server.sent(correctTemperature).map(({ params, body }) => [params.id, body.tenths]))
    .toEqual([[3, 790]]);
});
