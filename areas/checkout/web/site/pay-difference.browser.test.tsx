import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { PaymentDueReply } from '#areas/order-book/calls/order-change.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import { PayDifference } from '#areas/checkout/web/site/pay-difference.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer } from '#platform/web/testing/fake-server.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';

const server = fakeServer();

beforeEach(() => {
  server.answers(getOrderingWeek, () => ({
    timeZone: 'Australia/Brisbane',
    now: new Date().toISOString(),
    cutoff: new Date().toISOString(),
    pastDeadline: false,
    sale: { state: 'open' },
    weekStart: '2026-12-01',
    weekEnd: '2026-12-07',
    days: [],
  }));
});

async function open(change: Partial<PaymentDueReply> = {}) {
  const due = {
    paymentIntentId: 'pi_1',
    clientSecret: 'pi_1_secret',
    amount: '13.99',
    holdExpiresAt: new Date(Date.now() + 10 * 60_000).toISOString(),
    ...change,
  } as PaymentDueReply;
  await openPage(
    <main>
      <PayDifference
        due={due}
        token="abc"
        what={['+1 Barramundi']}
        onPaid={() => {}}
        onBack={() => {}}
      />
    </main>,
    { at: '/track/abc/change' },
  );
  await expect.element(page.getByRole('button', { name: 'Pay $13.99' })).toBeVisible();
}
const card = () => page.getByRole('region', { name: 'Pay the difference' });

test('of a place that someone else is paying for says before the card that it may be gone', async () => {
  await open({ place: 'on_payment' });
  await expect
    .element(card())
    .toMatchTextContent(
      /Someone is paying for the last place or portion you chose. You can still try: your card is only charged, and your order only changes, if there’s one for you. You can try for (10:00|9:5\d)/,
    );
  await expect.element(card()).not.toMatchTextContent('We’re holding your change');
  expect(await listViolations()).toEqual([]);
});

test('of a place that is held says until when', async () => {
  await open();
  await expect.element(card()).toMatchTextContent(/We’re holding your change for (10:00|9:5\d)/);
  await expect.element(card()).not.toMatchTextContent('Someone is paying');
});
