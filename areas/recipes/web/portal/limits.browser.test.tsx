import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getMealLimits, type LimitRow, putMealLimits } from '#areas/menu/calls/meal-limits.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';
import { LimitsDialog } from './limits-dialog.tsx';

const server = fakeServer();
const row = (date: string, changes: Partial<LimitRow> = {}): LimitRow => ({
  date,
  scope: 'day',
  portions: null,
  held: 0,
  booked: 0,
  left: null,
  ...changes,
});
let limits: LimitRow[];

beforeEach(() => {
  limits = [
    row('2026-01-13', { portions: 40, booked: 38, held: 2, left: 0 }),
    row('2026-01-13', { scope: 'week' }),
    row('2026-01-14', { booked: 3 }),
  ];
  server.answers(getMealLimits, () => ({ limits }));
});

async function open() {
  const onClose = vi.fn();
  const meal = { id: 7, name: 'Salmon' };
  await openPage(<LimitsDialog meal={meal} today="2026-01-13" onClose={onClose} />, {
    at: '/admin',
  });
}
const field = (name: string | RegExp) => page.getByRole('textbox', { name });

describe('limits of a meal', () => {
  test('show what is sold, and send only what was changed', async () => {
    server.answers(putMealLimits, () => ({ limits: [] }));
    await open();
    await expect.element(field('Tuesday 13 Jan')).toHaveValue('40');
    await expect.element(page.getByText('sold out (38 sold, 2 held)')).toBeVisible();
    await field('Wednesday 14 Jan').fill('25');
    await page.getByRole('button', { name: 'Save limit' }).click();
    await expect
      .poll(() => server.sent(putMealLimits).map(({ body }) => body))
      .toEqual([{ limits: [{ date: '2026-01-14', scope: 'day', portions: 25 }] }]);
  });

  test('are not lifted by a slip of the finger, and a refusal stands at its day', async () => {
    const refusal = '3 are sold or being paid for. Set 3 or more, or stop selling.';
    server.answers(putMealLimits, () =>
      refused(400, {
        message: refusal,
        code: 'invalid',
        fields: { 'limits.0.portions': refusal },
      }),
    );
    await open();
    await field('Wednesday 14 Jan').fill('1o');
    await userEvent.click(page.getByRole('button', { name: 'Save limit' }));
    await expect.element(page.getByText(/Enter a whole number/)).toBeVisible();
    await field('Wednesday 14 Jan').fill('1');
    await page.getByRole('button', { name: 'Save limit' }).click();
    await expect.element(page.getByText(refusal)).toBeVisible();
  });

  test('stop selling with one tap', async () => {
    server.answers(putMealLimits, () => ({ limits: [] }));
    await open();
    await page.getByRole('button', { name: 'Stop selling for Wednesday 14 Jan' }).click();
    await expect
      .poll(() => server.sent(putMealLimits).map(({ body }) => body))
      .toEqual([{ limits: [{ date: '2026-01-14', scope: 'day', stop: true }] }]);
  });
});
