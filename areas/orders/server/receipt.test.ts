import { eq } from 'drizzle-orm';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import type { SettingsReply } from '#areas/business/calls/settings.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatAmount, formatDollars, includedGst } from '#platform/rules/money.ts';
import { documents } from '#areas/order-book/server/tables/documents.ts';
import { issueMarkedDocuments } from '#areas/order-book/server/lock-order.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { writeEmail } from '#areas/messages/server/write-email.ts';
import {
  addAGuest,
  aPaidOrder,
  aStaffClient,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const TAXED = { gstRegistered: true, abn: '51 824 753 556' };

async function withApp(
  business: Partial<BusinessFacts>,
  work: (t: TestApp, staff: StaffClient) => Promise<void>,
): Promise<void> {
  const t = await startTestApp({ business });
  try {
    await work(t, await aStaffClient(t));
  } finally {
    await t.close();
  }
}

async function receiptPages(t: TestApp, id: number): Promise<string[]> {
  const token = await trackingTokenOf(t, id);
  return pagesOf(t, id, await t.app.inject(`/api/orders/track/${token}/receipt.pdf`));
}

type Reply = Awaited<ReturnType<StaffClient['get']>>;

/** Every word of each page, as a PDF reader's search finds it. */
async function pagesOf(t: TestApp, id: number, reply: Reply): Promise<string[]> {
  const number = await numberOf(t, id);
  expect(reply.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="receipt-${number}.pdf"`,
  });
  const loading = getDocument({ data: new Uint8Array(reply.rawPayload), verbosity: 0 });
  const pdf = await loading.promise;
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const { items } = await (await pdf.getPage(index + 1)).getTextContent();
      // A name is drawn in pieces when its characters are in several fonts.
      return items
        .map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : ''))
        .join('')
        .replaceAll(/\s+/g, ' ');
    }),
  );
  await loading.destroy();
  return pages;
}

async function numberOf(t: TestApp, id: number): Promise<string> {
  const [order] = await t.context.db.select().from(orders).where(eq(orders.id, id));
  return order!.number;
}

async function save(staff: StaffClient, change: Partial<BusinessFacts>): Promise<void> {
  const current = (await staff.get('/api/admin/settings')).json<SettingsReply>();
  const saved = await staff.put('/api/admin/settings', { ...current, ...change });
  expect(saved.statusCode, saved.body).toBe(200);
}

const centsOf = (amount: string) => Math.round(Number(amount) * 100);

describe('a receipt', () => {
  test('of a business that is not registered for GST says nothing of tax', async () => {
    await withApp({}, async (t, staff) => {
      const { id, orderNumber } = await aPaidOrder(t);
      const { total } = await staff.order(id);
      const [text, ...rest] = await receiptPages(t, id);
      expect(rest).toEqual([]);
      expect(text).toContain(`Receipt ${orderNumber}-1, issued Wed 7 Jan 2026`);
      expect(text).toContain('Paid by card on Wed 7 Jan 2026');
      expect(text).toContain(`Total $${total}`);
      expect(text).toContain('Mia Nguyễn');
      expect(text).not.toMatch(/tax|GST|ABN/i);
      const forStaff = await pagesOf(t, id, await staff.get(`/api/admin/orders/${id}/receipt.pdf`));
      expect(forStaff).toEqual([text]);
    });
  });

  test('of a registered business is a tax invoice with all that the law asks for', async () => {
    await withApp(TAXED, async (t, staff) => {
      const { id } = await aPaidOrder(t);
      const { total } = await staff.order(id);
      const [text] = await receiptPages(t, id);
      for (const words of [
        'Tax invoice',
        'ABN 51 824 753 556',
        'issued Wed 7 Jan 2026',
        `The total includes GST of ${formatDollars(includedGst(centsOf(total)))}.`,
        `Total $${total}`,
        'All items are taxable. Their prices include GST.',
        'Mia Nguyễn',
      ])
        expect(text).toContain(words);
    });
  });

  test('of a registered business without a known ABN does not call itself a tax invoice', async () => {
    await withApp({ gstRegistered: true }, async (t) => {
      const { id } = await aPaidOrder(t);
      expect((await receiptPages(t, id)).join(' ')).not.toMatch(/tax invoice/i);
    });
  });

  test('is followed by a refund note once the order is cancelled, and has names in any script', async () => {
    await withApp({}, async (t, staff) => {
      const customer = { ...A_CUSTOMER, firstName: '小明', lastName: 'Ó Súilleabháin 김' };
      const { id, orderNumber } = await aPaidOrder(t, { customer });
      const { total } = await staff.order(id);
      const [before] = await receiptPages(t, id);
      expect(before).toContain('小明 Ó Súilleabháin 김');
      await staff.delete(`/api/admin/orders/${id}`);
      const [receipt, note] = await receiptPages(t, id);
      expect(receipt).toBe(before);
      for (const words of [
        `Refund note ${orderNumber}-2, issued Wed 7 Jan 2026`,
        `This refund note changes receipt ${orderNumber}-1 of Wed 7 Jan 2026.`,
        'Reason: The order was cancelled.',
        `Price before $${total}`,
        'Price after $0.00',
        `Decrease $${total}`,
      ])
        expect(note).toContain(words);
    });
  });

  test('of an order cancelled without its money says what was kept, and has a note once that goes back', async () => {
    await withApp(TAXED, async (t, staff) => {
      const { id } = await aPaidOrder(t);
      const { total } = await staff.order(id);
      await staff.delete(`/api/admin/orders/${id}?refund=none`);
      const [, kept] = await receiptPages(t, id);
      expect(kept).toBeUndefined();
      const { version } = await staff.order(id);
      const back = await staff.refund(id, { part: { kept: 1 }, reason: 'Asked again', version });
      expect(back.statusCode, back.body).toBe(200);
      const [, note] = await receiptPages(t, id);
      expect(note).toContain(`Decrease $${total}`);
    });
  });

  test('has a note for each change, although nobody read the one before', async () => {
    await withApp(TAXED, async (t, staff) => {
      const { id } = await aPaidOrder(t);
      await addAGuest(t, staff, id);
      const { version } = await staff.order(id);
      await staff.refund(id, { amount: '3.00', reason: 'Late', version });
      const pages = await receiptPages(t, id);
      expect(pages.map((text) => text.slice(0, text.indexOf(' RT-')))).toEqual([
        'Tax invoice',
        'Adjustment note',
        'Adjustment note',
      ]);
      expect(pages[1]).toContain('Increase');
      expect(pages[1]).toContain('Reason: The order was changed.');
      expect(pages[2]).toContain('Refund on the order -$3.00');
      expect(pages[2]).toContain('GST in the decrease: $0.27.');
      expect(pages[2]).toContain('Reason: The price was reduced after the sale.');
    });
  });

  test('says for ever what it said, whatever is saved in Settings afterwards', async () => {
    await withApp(TAXED, async (t, staff) => {
      const { id } = await aPaidOrder(t);
      t.advanceMinutes(1);
      // Nobody has looked at it yet: it is issued with the facts of its own time all the same.
      await save(staff, {
        name: 'Another Kitchen',
        abn: null,
        gstRegistered: false,
        phone: '0733445566',
      });
      const [text] = await receiptPages(t, id);
      expect(text).toContain('Tax invoice');
      expect(text).toContain('ABN 51 824 753 556');
      expect(text).not.toContain('Another Kitchen');
      const later = await aPaidOrder(t);
      const [other] = await receiptPages(t, later.id);
      expect(other).toContain('Receipt');
      expect(other).toContain('Another Kitchen');
    });
  });

  test.each([
    ['without GST', {}, TAXED, false],
    ['with GST', TAXED, { gstRegistered: false, abn: null }, true],
  ] as const)(
    'sold %s: its page, the portal and its emails say so too, however the kitchen is registered since',
    async (_how, before, after, isTaxed) => {
      await withApp(before, async (t, staff) => {
        const { id } = await aPaidOrder(t);
        const token = await trackingTokenOf(t, id);
        const tracked = async () =>
          (await t.app.inject(`/api/orders/track/${token}`)).json<{
            total: string;
            gst?: string;
          }>();
        // Nothing is issued yet: today's registration is the one it was sold by.
        expect(await tracked()).not.toHaveProperty('gst');
        await issueMarkedDocuments(t.context.db);
        await save(staff, after);
        const { total } = await staff.order(id);
        const gst = isTaxed ? formatAmount(includedGst(centsOf(total))) : null;
        expect(await tracked()).toMatchObject({ gst });
        expect(await staff.order(id)).toMatchObject({ gst });
        const [sent] = await t.context.db
          .select()
          .from(messages)
          .where(eq(messages.kind, 'order_confirmation'));
        const email = await writeEmail(t.context, sent!);
        expect(email?.text).toMatch(isTaxed ? /Includes GST +\$\d/ : /Tax +\$0\.00/);
      });
    },
  );

  test('keeps seller, meals and amounts once its customer is erased, and names nobody', async () => {
    await withApp({}, async (t, staff) => {
      const { id } = await aPaidOrder(t);
      await staff.delete(`/api/admin/orders/${id}`);
      const erased = await staff.post('/api/admin/customers/erase', { email: A_CUSTOMER.email });
      expect(erased.statusCode, erased.body).toBe(200);
      const rows = await t.context.db.select().from(documents).where(eq(documents.orderId, id));
      const buyers = rows.map(({ kind, buyer }) => [kind, buyer]);
      expect(buyers.toSorted()).toEqual([
        ['receipt', ['Erased Wed 7 Jan 2026']],
        ['refund_note', ['Erased Wed 7 Jan 2026']],
      ]);
      expect(JSON.stringify(rows)).not.toMatch(/Mia|Nguyễn/);
    });
  });

  test.each([
    ['another amount', { totalCents: 1 }],
    ['another seller', { seller: { name: 'Another Kitchen' } as never }],
    ['another buyer', { buyer: ['Someone Else'] }],
  ])('cannot be given %s', async (_, change) => {
    await withApp({}, async (t) => {
      const { id } = await aPaidOrder(t);
      await receiptPages(t, id);
      const changed = t.context.db.update(documents).set(change).where(eq(documents.orderId, id));
      await expect(changed).rejects.toThrow();
    });
  });
});
