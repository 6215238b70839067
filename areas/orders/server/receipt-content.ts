/** The words of the documents of an order, from their rows alone: printed again in five years, they read the same. */
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

/** Oldest first, each on a page of its own. */
export function receiptContent(
  orderNumber: string,
  documents: readonly DocumentRow[],
): ReceiptContent {
  const byNo = new Map(documents.map((document) => [document.no, document]));
  return {
    orderNumber,
    documents: documents.map((document) =>
      document.relatesTo === null
        ? wholeDocument(orderNumber, document)
        : noteDocument(orderNumber, document, byNo.get(document.relatesTo)),
    ),
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
