import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { OrderSuccessPage } from '#areas/checkout/web/site/order-success-page.tsx';
import { openPage } from '#platform/web/testing/open-page.tsx';
import { paths } from '#platform/web/navigation/paths.ts';

const open = (at: string) =>
  openPage(
    <main>
      <OrderSuccessPage />
    </main>,
    { at },
  );

async function expectWaysOn(): Promise<void> {
  const status = page.getByRole('link', { name: 'View Order Status' });
  await expect.element(status).toHaveAttribute('href', paths.admin());
  const home = page.getByRole('link', { name: 'Return to Home' });
  await expect.element(home).toHaveAttribute('href', paths.home());
}

test('a customer is thanked and reads the number, with the way home and to the status', async () => {
  await open(paths.orderSuccess({ orderNumber: 'RT-7K3F-9Q2X' }));
  await expect.element(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible();
  await expect.element(page.getByText('RT-7K3F-9Q2X')).toBeVisible();
  await expectWaysOn();
});

test('an address without the number says so, and leads on all the same', async () => {
  await open('/order-success');
  await expect.element(page.getByText('No order number')).toBeVisible();
  await expectWaysOn();
});
