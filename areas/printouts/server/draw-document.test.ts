import { buffer } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { labelsOf } from '#areas/printouts/rules/label-content.ts';
import { aLabelledBag, aLabelledItem } from '#quality/support/a-labelled-bag.ts';
import { pdfRuns } from '#quality/support/pdf/pdf-runs.ts';
import { createDocumentDrawer, type DrawerLimits } from './draw-document.ts';
import type { DocumentDrawer } from '#areas/printouts/server/drawer-port.ts';
import type { PrintedDocument } from '#areas/printouts/server/drawer-port.ts';

let drawer: DocumentDrawer;
afterEach(() => drawer.close());

function open(limits: Partial<DrawerLimits> = {}): void {
  drawer = createDocumentDrawer(limits);
}

function someLabels(count: number): PrintedDocument {
  const items = Array.from({ length: count }, () => aLabelledItem());
  const facts = {
    business: defaultBusiness,
    kind: 'food',
    mealUrl: () => 'https://k.example',
    stopUrl: () => 'https://k.example',
  } as const;
  const content = { stock: 'roll_100x62', ...labelsOf([aLabelledBag({ items })], facts) } as const;
  return { title: `${count} labels`, kind: 'labels', content };
}

/** A label that refers to a missing meal. */
const impossible = (): PrintedDocument => {
  const document = someLabels(1);
  if (document.kind === 'labels') document.content.meals = [];
  return document;
};

const pagesOf = async (document: PrintedDocument) =>
  (await pdfRuns(await buffer(await drawer.draw(document)))).length;

test('documents requested concurrently arrive one after the other, each complete', async () => {
  open();
  expect(await Promise.all([3, 1, 2].map((count) => pagesOf(someLabels(count))))).toEqual([
    3, 1, 2,
  ]);
});

test('a document that cannot be drawn is refused, and the next is drawn', async () => {
  open();
  await expect(drawer.draw(impossible())).rejects.toThrow('could not be drawn');
  expect(await pagesOf(someLabels(1))).toBe(1);
});

test('a document that is not plain data is refused, and the next one is drawn', async () => {
  open();
  const document = { ...someLabels(1), title: (() => 'Labels') as unknown as string };
  await expect(drawer.draw(document)).rejects.toThrow('could not be sent');
  expect(await pagesOf(someLabels(1))).toBe(1);
});

test('a drawing that takes too long is abandoned with its thread, and the next is drawn', async () => {
  open({ timeLimitMs: 1 });
  const [slow, waiting] = [drawer.draw(someLabels(1)), drawer.draw(someLabels(1))];
  await expect(slow).rejects.toThrow('took longer than 1 ms');
  await expect(waiting).rejects.toThrow('took longer than 1 ms');
  await drawer.close();
  open();
  expect(await pagesOf(someLabels(1))).toBe(1);
});

test('a thread that ended because it was idle starts again', async () => {
  open({ idleMs: 1 });
  expect(await pagesOf(someLabels(1))).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await pagesOf(someLabels(2))).toBe(2);
});

test('too many concurrent requests are asked to try again', async () => {
  open({ queueLength: 1 });
  const first = pagesOf(someLabels(1));
  const second = pagesOf(someLabels(1));
  await expect(drawer.draw(someLabels(1))).rejects.toMatchObject({ status: 503, code: 'busy' });
  expect(await Promise.all([first, second])).toEqual([1, 1]);
});

test('closing refuses current, queued and later documents', async () => {
  open();
  const drawings = [someLabels(200), someLabels(1)].map((document) => drawer.draw(document));
  const refusals = Promise.all(
    drawings.map((drawing) => expect(drawing).rejects.toMatchObject({ status: 503 })),
  );
  await drawer.close();
  await refusals;
  await expect(drawer.draw(someLabels(1))).rejects.toMatchObject({ status: 503 });
});
