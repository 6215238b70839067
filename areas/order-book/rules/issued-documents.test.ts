import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cents, includedGst, sumCents } from '#platform/rules/money.ts';
import {
  type DocumentPart,
  documentsDue,
  documentsOfPast,
  groupedLines,
  type OrderDocument,
} from './issued-documents.ts';

type State = { costs: [DocumentPart, Cents][]; isTaxed: boolean };

const wordsOf = (part: DocumentPart) => ({ words: `part ${part}`, detail: '' });

function issueAfter(issued: readonly OrderDocument[], { costs, isTaxed }: State): OrderDocument[] {
  return [...issued, ...documentsDue(issued, { costs: new Map(costs), isTaxed, wordsOf })];
}

function issueAll(states: readonly State[]): OrderDocument[] {
  return states.reduce(issueAfter, []);
}

const totalOf = (documents: readonly OrderDocument[]) =>
  sumCents(documents.map(({ totalCents }) => totalCents));
const gstOf = (documents: readonly OrderDocument[]) =>
  sumCents(documents.map(({ gstCents }) => gstCents));

/** Meals and a fee at 52.46 in all. */
const SOLD: State['costs'] = [
  ['i1', 1449],
  ['i2', 1549],
  ['i3', 1649],
  ['f1', 599],
];

const less = (costs: State['costs'], ...gone: DocumentPart[]) =>
  costs.filter(([part]) => !gone.includes(part));

describe('the documents of an order', () => {
  test('are a receipt of what was sold, and a refund note of what became cheaper', () => {
    const [receipt, note, ...rest] = issueAll([
      { costs: SOLD, isTaxed: false },
      { costs: less(SOLD, 'i1'), isTaxed: false },
    ]);
    expect(receipt).toMatchObject({ no: 1, kind: 'receipt', relatesTo: null, totalCents: 5246 });
    expect(note).toMatchObject({
      no: 2,
      kind: 'refund_note',
      relatesTo: 1,
      beforeCents: 5246,
      totalCents: -1449,
      gstCents: 0,
      lines: [{ part: 'i1', words: 'part i1', cents: -1449 }],
    });
    expect(rest).toEqual([]);
  });

  test('are a tax invoice with adjustment notes, up and down, of a kitchen registered for GST', () => {
    const documents = issueAll([
      { costs: SOLD, isTaxed: true },
      { costs: [...SOLD, ['i4', 1499]], isTaxed: true },
      { costs: [...SOLD, ['i4', 1499], ['order', -1000]], isTaxed: true },
    ]);
    expect(documents).toMatchObject([
      { kind: 'tax_invoice', totalCents: 5246, gstCents: 477 },
      { kind: 'adjustment_note', relatesTo: 1, totalCents: 1499, gstCents: 136 },
      { kind: 'adjustment_note', relatesTo: 1, totalCents: -1000, gstCents: -91 },
    ]);
  });

  test('of an order paid back in full are an invoice and a note that come to nothing, GST too', () => {
    const documents = issueAll([
      { costs: SOLD, isTaxed: true },
      { costs: [], isTaxed: true },
    ]);
    expect(documents).toHaveLength(2);
    expect([totalOf(documents), gstOf(documents)]).toEqual([0, 0]);
  });

  test('stay receipts after a business number was added; what is bought on top gets a tax invoice of its own', () => {
    const bought = issueAll([
      { costs: SOLD, isTaxed: false },
      { costs: [...SOLD, ['i4', 1100]], isTaxed: true },
    ]);
    expect(bought).toMatchObject([
      { kind: 'receipt', gstCents: 0 },
      { no: 2, kind: 'tax_invoice', relatesTo: null, totalCents: 1100, gstCents: 100 },
    ]);
    const off = issueAfter(bought, { costs: [...less(SOLD, 'i1'), ['i4', 1100]], isTaxed: true });
    expect(off[2]).toMatchObject({ kind: 'refund_note', relatesTo: 1, gstCents: 0 });
  });

  test('take a refund of the whole order against the newest document first', () => {
    const documents = issueAll([
      { costs: SOLD, isTaxed: false },
      { costs: [...SOLD, ['i4', 1100]], isTaxed: true },
      { costs: [...SOLD, ['i4', 1100], ['order', -1500]], isTaxed: true },
    ]);
    expect(documents.slice(2)).toMatchObject([
      { kind: 'refund_note', relatesTo: 1, totalCents: -400, gstCents: 0 },
      { kind: 'adjustment_note', relatesTo: 2, totalCents: -1100, gstCents: -100 },
    ]);
  });

  test('do not change when a meal takes the place of another at the same price, and name it when it goes', () => {
    const swapped = issueAll([
      { costs: SOLD, isTaxed: true },
      { costs: [...less(SOLD, 'i1'), ['i9', 1449]], isTaxed: true },
    ]);
    expect(swapped).toHaveLength(1);
  });

  const aState = fc.record({
    isTaxed: fc.boolean(),
    parts: fc.uniqueArray(
      fc.tuple(
        fc.constantFrom<DocumentPart>('i1', 'i2', 'i3', 'i4', 'i5', 'f1', 'f2|2026-01-13', 'k1'),
        fc.integer({ min: 1, max: 2500 }),
      ),
      { selector: ([part]) => part },
    ),
    given: fc.integer({ min: 0, max: 3000 }),
  });
  const aHistory = fc.array(aState, { minLength: 1, maxLength: 12 }).map((states) =>
    states.map(({ parts, given, isTaxed }): State => {
      const most = sumCents(parts.map(([, cents]) => cents));
      const present = Math.min(given, most);
      return { isTaxed, costs: present === 0 ? parts : [...parts, ['order', -present]] };
    }),
  );

  test('add up to what the order costs after every change, and never say the same twice', () => {
    fc.assert(
      fc.property(aHistory, (states) => {
        let issued: OrderDocument[] = [];
        for (const state of states) {
          issued = issueAfter(issued, state);
          expect(totalOf(issued)).toBe(sumCents(state.costs.map(([, cents]) => cents)));
          expect(issueAfter(issued, state)).toEqual(issued);
        }
        expect(issued.map(({ no }) => no)).toEqual(issued.map((_, index) => index + 1));
      }),
      { numRuns: 300, seed: 29 },
    );
  });

  test('carry the GST of what their invoice comes to in the end, to the cent, on each line', () => {
    fc.assert(
      fc.property(aHistory, (states) => {
        const issued = issueAll(states);
        for (const root of issued.filter(({ relatesTo }) => relatesTo === null)) {
          const own = issued.filter(({ no, relatesTo }) => (relatesTo ?? no) === root.no);
          const net = totalOf(own);
          expect(net).toBeGreaterThanOrEqual(0);
          expect(gstOf(own)).toBe(root.kind === 'tax_invoice' ? includedGst(net) : 0);
        }
        for (const { lines, totalCents, gstCents } of issued) {
          expect(sumCents(lines.map(({ cents }) => cents))).toBe(totalCents);
          expect(sumCents(lines.map((line) => line.gstCents))).toBe(gstCents);
        }
      }),
      { numRuns: 300, seed: 29 },
    );
  });
});

describe('the documents of an order that is older than its documents', () => {
  const pastOf = (cents: Cents[], isTaxed = false) =>
    documentsOfPast(
      cents.map((money) => ({ cents: money, isTaxed })),
      { costs: new Map(SOLD), wordsOf },
    ).map(({ document }) => document);

  test('name its meals when nothing was ever changed', () => {
    expect(pastOf([5246])).toMatchObject([
      { kind: 'receipt', totalCents: 5246, lines: SOLD.map(([part]) => ({ part })) },
    ]);
  });

  test('are one for each payment and refund, and come to what was paid less what went back', () => {
    const documents = pastOf([6000, 1000, -1754], true);
    expect(documents.map(({ kind, totalCents }) => [kind, totalCents])).toEqual([
      ['tax_invoice', 6000],
      ['adjustment_note', 1000],
      ['adjustment_note', -1754],
    ]);
    expect(gstOf(documents)).toBe(includedGst(5246));
    expect(issueAfter(documents, { costs: SOLD, isTaxed: true })).toEqual(documents);
  });
});

test('what reads alike and costs the same is one line with its number', () => {
  const line = { words: 'Lentil Chilli', detail: 'lunch', cents: 1549, gstCents: 141 };
  expect(
    groupedLines([
      { ...line, part: 'i1' },
      { ...line, part: 'i2' },
      { ...line, part: 'i3', detail: 'dinner' },
    ]),
  ).toEqual([
    { words: 'Lentil Chilli', detail: 'lunch', count: 2, unitCents: 1549 },
    { words: 'Lentil Chilli', detail: 'dinner', count: 1, unitCents: 1549 },
  ]);
});
