import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { placeOrder } from '#areas/order-book/calls/orders.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { ConfirmingOrder } from '#areas/checkout/web/site/confirming-order.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused, UNREACHABLE } from '#platform/web/testing/fake-server.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';

const server = fakeServer();
const PAYMENT = 'pi_3QmTzX';

const openConfirming = () =>
  openPage(
    <main>
      <ConfirmingOrder paymentIntentId={PAYMENT} clientSecret={undefined} orderData={null} />
    </main>,
    { at: '/checkout' },
  );

const heading = () => page.getByRole('heading', { level: 1 });
const alert = () => page.getByRole('alert');
const toast = () => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
const asked = () => server.sent(placeOrder).length;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

test('a payment whose order does not come for twenty seconds says so, with its number and our phone, and keeps asking', async () => {
  server.answers(placeOrder, () => UNREACHABLE);
  await openConfirming();
  await expect.element(heading()).toHaveTextContent('Payment received, confirming your order');
  await vi.advanceTimersByTimeAsync(19_000);
  await expect.element(alert()).not.toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(1_500);
  await expect.element(heading()).toHaveTextContent('Payment received, order not confirmed yet');
  await expect.element(alert()).toMatchTextContent('Failed to create order');
  await expect.element(alert()).toMatchTextContent(PAYMENT);
  await expect.element(alert()).toMatchTextContent(defaultBusiness.phone);
  await expect
    .element(toast())
    .toMatchTextContent('There was an error processing your payment. Please try again.');
  const before = asked();
  await vi.advanceTimersByTimeAsync(11_000);
  await expect.poll(asked).toBeGreaterThan(before);
});

test('the button asks at once, and the order then comes', async () => {
  server.answers(placeOrder, () => UNREACHABLE);
  const opened = await openConfirming();
  await vi.advanceTimersByTimeAsync(20_500);
  await expect.element(alert()).toBeVisible();
  server.answers(placeOrder, () => ({
    orderNumber: 'RT-7K3F-9Q2X',
    trackingToken: 'a'.repeat(32),
  }));
  await alert().getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Another page')).toBeVisible();
  expect(opened.address()).toBe('/order-success?orderNumber=RT-7K3F-9Q2X');
});

test('an order that is refused for good is said to be so at once', async () => {
  vi.useRealTimers();
  server.answers(placeOrder, () => refused(409, { message: 'No.', code: 'conflict' }));
  await openConfirming();
  await expect.element(alert()).toMatchTextContent('Failed to create order');
  await expect.element(heading()).toHaveTextContent('Payment received, order not confirmed yet');
  expect(await listViolations()).toEqual([]);
});

test('an approval that was let go is said to be so, where the bank led back to a browser without the basket', async () => {
  vi.useRealTimers();
  const message = 'A meal you chose has just sold out. Your card was not charged.';
  server.answers(placeOrder, () => refused(409, { message, code: 'meal_sold_out' }));
  await openConfirming();
  await expect.element(heading()).toHaveTextContent('Your card was not charged');
  await expect.element(page.getByText(message)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Order again' }))
    .toHaveAttribute('href', '/order?step=2');
  expect(await listViolations()).toEqual([]);
});

test('a bank that takes its time is no trouble of ours', async () => {
  server.answers(placeOrder, () => refused(402, { message: 'Not yet.', code: 'not_paid' }));
  await openConfirming();
  await expect.element(heading()).toHaveTextContent('Your bank is still processing your payment');
  await vi.advanceTimersByTimeAsync(30_000);
  await expect.element(alert()).not.toBeInTheDocument();
});
