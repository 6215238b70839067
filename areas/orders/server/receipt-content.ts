import type { Readable } from 'node:stream';
import type { Context } from '#platform/server/context.ts';
import { NotFound } from '#platform/server/errors.ts';
import { noteCheckout, tellOnSuccess } from '#platform/server/log.ts';
import { TEST_ORDER } from '#areas/order-book/rules/kitchen-bag.ts';
import { documentsOf } from '#areas/order-book/server/issue-documents.ts';
import { loadOrder, orderIdOf } from '#areas/order-book/server/load-orders.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import type {
  ReceiptContent,
  ReceiptLine,
  ReceiptDocument,
} from '#areas/printouts/server/drawer-port.ts';
import {
  documentNumber,
  DOCUMENT_TITLES,
  groupedLines,
  type GroupedLine,
} from '#areas/order-book/rules/issued-documents.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { type Cents, formatDollars, includedGst } from '#platform/rules/money.ts';
import type { DocumentRow } from '#areas/order-book/server/tables/documents.ts';

type Receipt = { name: string; pdf: Readable };

/** All documents of a customer's order, as PDF. Throws NotFound, Unavailable. */
export async function receiptOf(
  context: Pick<Context, 'db' | 'documents'>,
  token: string,
): Promise<Receipt> {
  return receiptOfOrder(context, await orderIdOf(context.db, token));
}

/** The same for staff: what they see is what the customer has. Throws NotFound, Unavailable. */
export async function receiptOfOrder(
  context: Pick<Context, 'db' | 'documents'>,
  orderId: number,
): Promise<Receipt> {
  const { order, documents, isTest } = await context.db.transaction(async (tx) => {
    // Issues what is due.
    const row = await lockOrder(tx, orderId, undefined);
    const documentRows = await documentsOf(tx, orderId);
    return { order: row, documents: documentRows, isTest: (await loadOrder(tx, row)).isTest };
  });
  const [first] = documents;
  if (!first) throw new NotFound('A receipt of this order');
  noteCheckout(order.checkoutId);
  tellOnSuccess({ printout: 'receipt', orderId }, 'printout made');
  const content = receiptContent(order.number, documents, isTest);
  const pdf = await context.documents.draw({
    title: `${content.documents[0]?.title} ${order.number}`,
    kind: 'receipt',
    look: first.seller,
    content,
  });
  return { name: `receipt-${order.number}.pdf`, pdf };
}

/** Oldest first, each on a page of its own. */
function receiptContent(
  orderNumber: string,
  documents: readonly DocumentRow[],
  isTest = false,
): ReceiptContent {
  const byNo = new Map(documents.map((document) => [document.no, document]));
  return {
    orderNumber,
    documents: documents
      .map((document) =>
        document.relatesTo === null
          ? wholeDocument(orderNumber, document)
          : noteDocument(orderNumber, document, byNo.get(document.relatesTo)),
      )
      .map((drawn) => (isTest ? { ...drawn, title: `${TEST_ORDER}: ${drawn.title}` } : drawn)),
  };
}

function wholeDocument(orderNumber: string, document: DocumentRow): ReceiptDocument {
  const { kind, totalCents, gstCents } = document;
  return {
    ...headOf(orderNumber, document),
    totals: [line('Total', totalCents)],
    notes:
      kind === 'tax_invoice'
        ? [`The total includes GST of ${formatDollars(gstCents)}.`, TAXABLE]
        : [],
  };
}

const TAXABLE = 'All items are taxable. Their prices include GST.';

function noteDocument(
  orderNumber: string,
  document: DocumentRow,
  adjusted: DocumentRow | undefined,
): ReceiptDocument {
  const { kind, totalCents, gstCents, beforeCents, relatesTo, reason } = document;
  const afterCents = beforeCents + totalCents;
  const isTaxed = kind === 'adjustment_note';
  const before = line('Price before', beforeCents);
  const after = line('Price after', afterCents);
  const change = line(totalCents < 0 ? 'Decrease' : 'Increase', Math.abs(totalCents));
  const gst = `GST in the ${totalCents < 0 ? 'decrease' : 'increase'}: ${formatDollars(Math.abs(gstCents))}.`;
  const number = documentNumber(orderNumber, relatesTo ?? 1);
  const issued = adjusted ? ` of ${dayOf(adjusted)}` : '';
  const title = adjusted ? DOCUMENT_TITLES[adjusted.kind].toLowerCase() : 'receipt';
  return {
    ...headOf(orderNumber, document),
    totals: [before, after, change],
    notes: [
      `This ${DOCUMENT_TITLES[kind].toLowerCase()} changes ${title} ${number}${issued}.`,
      `Reason: ${reason}`,
      ...(isTaxed
        ? [gst, `GST in the price after: ${formatDollars(includedGst(afterCents))}.`, TAXABLE]
        : []),
    ],
  };
}

function headOf(orderNumber: string, document: DocumentRow) {
  const { kind, no, seller, buyer, lines, isReissued } = document;
  return {
    title: DOCUMENT_TITLES[kind],
    number: documentNumber(orderNumber, no),
    subject: [
      `${documentNumber(orderNumber, no)}, issued ${dayOf(document)}`,
      ...(no === 1 ? [`Paid by card on ${dayOf(document)}`] : []),
      ...(isReissued ? ['Issued again from our records'] : []),
    ],
    seller: [seller.name, ...(seller.abn === null ? [] : [`ABN ${seller.abn}`]), ...seller.lines],
    buyer,
    lines: groupedLines(lines).map(describeLine),
  };
}

function describeLine({ words, detail, count, unitCents }: GroupedLine): ReceiptLine {
  const amount = formatDollars(count * unitCents);
  if (count === 1) return { label: words, detail, amount };
  return {
    label: `${count} × ${words}`,
    detail: `${formatDollars(unitCents)} each; ${detail}`,
    amount,
  };
}

function line(label: string, amountCents: Cents): ReceiptLine {
  return { label, amount: formatDollars(amountCents) };
}

/** In the time zone that the kitchen had then. */
function dayOf({ issuedAt, seller }: Pick<DocumentRow, 'issuedAt' | 'seller'>): string {
  return formatDate(wallTimeAt(issuedAt.getTime(), seller.timeZone).date);
}
