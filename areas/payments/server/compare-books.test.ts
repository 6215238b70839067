/** Our clock and the card provider's may differ: MEALRUN_NOW sets ours, and servers drift. */
import { expect, test } from 'vitest';
import { compareBooks } from '#areas/payments/server/compare-books.ts';
import { refundOrder } from '#areas/orders/server/refund-order.ts';
import { aPaidOrder, aStaffClient } from '#quality/support/a-paid-order.ts';
import { startTestApp } from '#quality/support/test-app.ts';

const DAY_MS = 24 * 60 * 60_000;

test('money too young to be compared is left out, however old our clock says it is', async () => {
  const t = await startTestApp();
  try {
    const { id } = await aPaidOrder(t);
    const { staff } = await aStaffClient(t);
    t.setNow(new Date(Date.now() - DAY_MS).toISOString());
    await refundOrder(t.context, staff, id, { amount: '5.00', reason: 'A test', notify: false });
    expect(await compareBooks(t.context, 3)).toMatchObject({ problems: [], notCompared: 2 });
    expect(await compareBooks(t.context, 3, 0)).toMatchObject({ problems: [], compared: 2 });
  } finally {
    await t.close();
  }
});
