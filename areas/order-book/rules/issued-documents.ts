/**
 * The documents of an order: what it cost when it was sold, and every change of that. A document is never altered; together they
 * always add up to what the order costs now, and their GST to the GST of that. A New Tax System (Goods and Services Tax)
 * Act 1999, sections 29-70 and 29-75; Determination F2022L01272.
 */
import { type Cents, includedGst, sumCents } from '#platform/rules/money.ts';
import type { Account, PartId } from '#areas/order-book/rules/account.ts';

export const DOCUMENT_KINDS = ['receipt', 'tax_invoice', 'adjustment_note', 'refund_note'] as const;

export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** As they stand on document and in the accountant's file. */
export const DOCUMENT_TITLES = {
  receipt: 'Receipt',
  tax_invoice: 'Tax invoice',
  adjustment_note: 'Adjustment note',
  refund_note: 'Refund note',
} as const satisfies Record<DocumentKind, string>;

/** `past`: of an order that is older than its documents, what was on it then and is not any more. */
export type DocumentPart = PartId | 'order' | 'past';

export type DocumentWords = { words: string; detail: string };

/** `cents` is negative for what became cheaper; `gstCents` is part of it. */
export type DocumentLine = DocumentWords & { part: DocumentPart; cents: Cents; gstCents: Cents };

export type OrderDocument = {
  /** From 1, within its order. */
  no: number;
  kind: DocumentKind;
  /** The document that this one adjusts; null: it stands by itself. */
  relatesTo: number | null;
  lines: readonly DocumentLine[];
  totalCents: Cents;
  gstCents: Cents;
  /** What `relatesTo` came to before, with all its notes; 0 of a document that stands by itself. */
  beforeCents: Cents;
};

/** "RT-7K3F-9Q2X-2". */
export function documentNumber(orderNumber: string, no: number): string {
  return `${orderNumber}-${no}`;
}

/** What is left of the money of an order that was cancelled: its price, until it goes back. */
const KEPT = 'k0';

/** What each part costs now, presents taken off; presents of the whole order are a part of their own. */
export function costOfParts(
  { parts, netCents, leftCents }: Account,
  isCancelled: boolean,
): Map<DocumentPart, Cents> {
  if (isCancelled) return leftCents === 0 ? new Map() : new Map([[KEPT, leftCents]]);
  const ofOrder = netCents - sumCents(parts.map((part) => part.netCents));
  const costs = parts.map((part): [DocumentPart, Cents] => [part.id, part.netCents]);
  return new Map(ofOrder === 0 ? costs : [...costs, ['order', ofOrder]]);
}

type Now = {
  costs: ReadonlyMap<DocumentPart, Cents>;
  /** Registered for GST, with a business number. */
  isTaxed: boolean;
  wordsOf: (part: DocumentPart) => DocumentWords;
};

/** The documents that are due, in sequence; mostly none. One for each document that stands by itself and is concerned. */
export function documentsDue(issued: readonly OrderDocument[], now: Now): OrderDocument[] {
  const roots = rootsOf(issued, now.isTaxed);
  const documented = sumCents(issued.map(({ totalCents }) => totalCents));
  // A meal in the place of another at the same price changes no document.
  if (documented === sumCents([...now.costs.values()]) && issued.length > 0) return [];
  const targets = spreadOver(roots, now.costs);
  const due: OrderDocument[] = [];
  for (const root of roots) {
    const changed = linesOf(root, targets.get(root) ?? new Map(), now);
    const totalCents = sumCents(changed.map(({ cents }) => cents));
    const isEmpty = changed.length === 0 || (totalCents === 0 && root.no !== null);
    if (isEmpty) continue;
    due.push(documentOf(root, changed, issued.length + due.length + 1));
  }
  return due;
}

/** A document that stands by itself, with the sum of it and its notes by part. */
type Root = {
  /** Null: to be issued. */
  no: number | null;
  kind: 'receipt' | 'tax_invoice';
  netCents: Cents;
  parts: Map<DocumentPart, Cents>;
};

/** Oldest first; the last takes what is new. */
function rootsOf(issued: readonly OrderDocument[], isTaxed: boolean): Root[] {
  const roots = issued
    .filter(({ relatesTo }) => relatesTo === null)
    .map(({ no, kind }): Root => {
      const own = issued.filter((document) => (document.relatesTo ?? document.no) === no);
      const parts = new Map<DocumentPart, Cents>();
      for (const { part, cents } of own.flatMap(({ lines }) => lines))
        parts.set(part, (parts.get(part) ?? 0) + cents);
      const netCents = sumCents([...parts.values()]);
      return { no, kind: kind === 'tax_invoice' ? kind : 'receipt', netCents, parts };
    });
  const takesMore = isTaxed && roots.at(-1)?.kind === 'tax_invoice';
  const kind = isTaxed ? 'tax_invoice' : 'receipt';
  return takesMore ? roots : [...roots, { no: null, kind, netCents: 0, parts: new Map() }];
}

/** A part stays with the document that it was sold by. Presents of the whole order go against the newest first. */
function spreadOver(
  roots: readonly Root[],
  costs: ReadonlyMap<DocumentPart, Cents>,
): Map<Root, Map<DocumentPart, Cents>> {
  const targets = new Map(roots.map((root) => [root, new Map<DocumentPart, Cents>()]));
  for (const [part, cents] of costs) {
    if (part === 'order') continue;
    const root = roots.findLast(({ parts }) => parts.has(part)) ?? roots.at(-1);
    if (root) targets.get(root)?.set(part, cents);
  }
  let left = -(costs.get('order') ?? 0);
  for (const [root, parts] of [...targets].toReversed()) {
    const given = Math.min(left, sumCents([...parts.values()]));
    if (given > 0 || root.parts.has('order')) parts.set('order', given === 0 ? 0 : -given);
    left -= given;
  }
  return targets;
}

/** Only what differs. Each line carries the GST by which it moves that of the whole, so they add up to the cent. */
function linesOf(
  root: Root,
  targets: ReadonlyMap<DocumentPart, Cents>,
  { wordsOf }: Pick<Now, 'wordsOf'>,
): DocumentLine[] {
  const parts = [...new Set([...targets.keys(), ...root.parts.keys()])];
  let netCents = root.netCents;
  // What goes up first, so that what is left is never below nothing on the way.
  return parts
    .map((part) => ({ part, cents: (targets.get(part) ?? 0) - (root.parts.get(part) ?? 0) }))
    .filter(({ cents }) => cents !== 0)
    .toSorted((a, b) => Number(b.cents > 0) - Number(a.cents > 0))
    .map(({ part, cents }) => {
      const before = gstOf(root, netCents);
      netCents += cents;
      return { part, ...wordsOf(part), cents, gstCents: gstOf(root, netCents) - before };
    });
}

function gstOf({ kind }: Pick<Root, 'kind'>, netCents: Cents): Cents {
  return kind === 'tax_invoice' ? includedGst(netCents) : 0;
}

function documentOf(root: Root, lines: DocumentLine[], no: number): OrderDocument {
  const totalCents = sumCents(lines.map(({ cents }) => cents));
  return {
    no,
    kind: kindOf(root, totalCents),
    relatesTo: root.no,
    lines,
    totalCents,
    gstCents: sumCents(lines.map(({ gstCents }) => gstCents)),
    beforeCents: root.netCents,
  };
}

function kindOf({ no, kind }: Root, totalCents: Cents): DocumentKind {
  if (no === null) return kind;
  if (kind === 'tax_invoice') return 'adjustment_note';
  return totalCents < 0 ? 'refund_note' : 'receipt';
}

export type GroupedLine = DocumentWords & { count: number; unitCents: Cents };

/** As they are printed: what reads alike and costs the same is one line with its number. */
export function groupedLines(lines: readonly DocumentLine[]): GroupedLine[] {
  const groups = Map.groupBy(lines, ({ words, detail, cents }) =>
    JSON.stringify([words, detail, cents]),
  );
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike;
    if (!first) return [];
    const { words, detail, cents } = first;
    return [{ words, detail, count: alike.length, unitCents: cents }];
  });
}

/** Money that came in for an order, or went back, before its documents were kept. */
export type PastMoney = {
  /** Positive: came in. Negative: went back. */
  cents: Cents;
  isTaxed: boolean;
};

/**
 * The documents that an order would have, had they always been kept: one for each payment and refund, oldest first. What was
 * on it then and is not any more is one line.
 */
export function documentsOfPast<Money extends PastMoney>(
  past: readonly Money[],
  now: Omit<Now, 'isTaxed'>,
): { cause: Money; document: OrderDocument }[] {
  const made: { cause: Money; document: OrderDocument }[] = [];
  const soldCents = sumCents([...now.costs.values()]);
  for (const cause of past) {
    const documents = made.map(({ document }) => document);
    let left = cause.cents;
    for (const root of rootsOf(documents, cause.isTaxed).toReversed()) {
      const change = left > 0 ? left : Math.max(left, -root.netCents);
      left -= change;
      if (change === 0) continue;
      const isFirst = made.length === 0;
      const parts = isFirst ? new Map(now.costs) : new Map(root.parts);
      parts.set('past', (parts.get('past') ?? 0) + change - (isFirst ? soldCents : 0));
      const lines = linesOf(root, parts, now);
      made.push({ cause, document: documentOf(root, lines, made.length + 1) });
    }
  }
  return made;
}
