import { eq } from 'drizzle-orm';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatDollars, includedGst } from '#platform/rules/money.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { trackingTokenFor } from '#areas/order-book/server/tracking-token.ts';
import { aPaidOrder, aStaffClient } from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

async function withApp(
  business: Partial<BusinessFacts>,
  work: (t: TestApp) => Promise<void>,
): Promise<void> {
  const t = await startTestApp({ business });
  try {
    await work(t);
  } finally {
    await t.close();
  }
}

/** Every word of the PDF, as a PDF reader's search finds it. */
async function receiptText(t: TestApp, id: number): Promise<string> {
  const [order] = await t.context.db.select().from(orders).where(eq(orders.id, id));
  const token = trackingTokenFor(order!.checkoutId, t.context.trackingSecret);
  const reply = await t.app.inject(`/api/orders/track/${token}/receipt.pdf`);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="receipt-${order!.number}.pdf"`,
  });
  const loading = getDocument({ data: new Uint8Array(reply.rawPayload), verbosity: 0 });
  const pdf = await loading.promise;
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const { items } = await (await pdf.getPage(index + 1)).getTextContent();
      // A name is drawn in pieces when its characters are in several fonts.
      return items
        .map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : ''))
        .join('');
    }),
  );
  await loading.destroy();
  return pages.join(' ').replaceAll(/\s+/g, ' ');
}

describe('a receipt', () => {
  test('of a business that is not registered for GST has tax 0 and is not a tax invoice', async () => {
    await withApp({}, async (t) => {
      const { id, orderNumber } = await aPaidOrder(t);
      const text = await receiptText(t, id);
      expect(text).toContain(`Receipt Order ${orderNumber}, Wed 7 Jan 2026`);
      expect(text).toMatch(/Tax \$0\.00 Total \$\d+\.\d\d/);
      expect(text).toContain('Paid by card on Wed 7 Jan 2026');
      expect(text).toContain('Mia Nguyễn');
      expect(text).not.toMatch(/tax invoice|GST|ABN/i);
    });
  });

  test('of a registered business is a tax invoice with its ABN and the GST within the same total', async () => {
    await withApp({ gstRegistered: true, abn: '51 824 753 556' }, async (t) => {
      const { id } = await aPaidOrder(t);
      const [order] = await t.context.db.select().from(orders).where(eq(orders.id, id));
      const text = await receiptText(t, id);
      expect(text).toContain('Tax invoice');
      expect(text).toContain('ABN 51 824 753 556');
      const gst = formatDollars(includedGst(order!.totalCents));
      expect(text).toContain(`The total includes GST of ${gst}.`);
      expect(text).toContain(`Total ${formatDollars(order!.totalCents)}`);
      expect(text).not.toContain('Tax $0.00');
    });
  });

  test('of a registered business without a known ABN does not call itself a tax invoice', async () => {
    await withApp({ gstRegistered: true }, async (t) => {
      const { id } = await aPaidOrder(t);
      expect(await receiptText(t, id)).not.toMatch(/tax invoice/i);
    });
  });

  test('shows refunds, and names in any script', async () => {
    await withApp({}, async (t) => {
      const staffClient = await aStaffClient(t);
      const customer = { ...A_CUSTOMER, firstName: '小明', lastName: 'Ó Súilleabháin 김' };
      const { id } = await aPaidOrder(t, { customer });
      const before = await receiptText(t, id);
      expect(before).toContain('小明 Ó Súilleabháin 김');
      await staffClient.delete(`/api/admin/orders/${id}`);
      expect(await receiptText(t, id)).toMatch(/Refunded on Wed 7 Jan 2026 -\$\d+\.\d\d/);
    });
  });
});
