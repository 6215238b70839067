/** A document says whose it is, as screens and emails do. */
import { eq } from 'drizzle-orm';
import type { PDFPageProxy } from 'pdfjs-dist';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SettingsReply } from '#areas/business/calls/settings.ts';
import { contrast, SUGGESTED_COLOURS, THEME_TOKENS } from '#areas/business/rules/accent-colour.ts';
import type { KitchenLogo } from '#areas/business/rules/logo.ts';
import { logos } from '#areas/business/server/tables/logos.ts';
import { storeLogo } from '#areas/menu/server/logo-routes.ts';
import {
  aPaidOrder,
  aStaffClient,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { day } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const SETTINGS = '/api/admin/settings';
const PLUM = '#7a2e5d';

let t: TestApp;
let owner: StaffClient;
let logo: KitchenLogo;
let documents: Record<string, string>;

beforeAll(async () => {
  t = await startTestApp();
  owner = await aStaffClient(t);
  const { id } = await aPaidOrder(t);
  documents = {
    receipt: await receiptPath(id),
    'run sheet': `/api/admin/run-sheet?date=${day(0)}`,
    'prep sheet': `/api/admin/prep-sheet?date=${day(0)}`,
    labels: `/api/admin/labels?date=${day(0)}&kind=delivery`,
  };
});
afterAll(() => t.close());
beforeEach(async () => {
  const half = { create: { width: 300, height: 100, channels: 4 as const, background: '#0000' } };
  const plum = { create: { ...half.create, width: 150, background: PLUM } };
  const left = await sharp(plum).png().toBuffer();
  const picture = sharp(half).composite([{ input: left, left: 0, top: 0 }]);
  logo = await storeLogo(t.context, await picture.png().toBuffer());
});

async function receiptPath(orderId: number): Promise<string> {
  return `/api/orders/track/${await trackingTokenOf(t, orderId)}/receipt.pdf`;
}

/** A receipt looks as its kitchen did when it was issued: the next one is looked at. */
async function placeAnother(): Promise<void> {
  documents.receipt = await receiptPath((await aPaidOrder(t)).id);
}

async function save(change: object): Promise<void> {
  const current = (await owner.get(SETTINGS)).json<SettingsReply>();
  const saved = await owner.put(SETTINGS, { ...current, ...change });
  expect(saved.statusCode, saved.body).toBe(200);
  await placeAnother();
}

type Picture = { width: number; height: number; data: Uint8Array };

/** Decoded beside the reading of the page. */
function loaded(page: PDFPageProxy, name: string): Promise<Picture> {
  return new Promise((resolve) => void page.objs.get(name, resolve));
}

/** The pictures of a PDF, codes apart, and the colours that its first page is drawn in. */
async function look(document: string): Promise<{ pictures: Picture[]; colours: Set<unknown> }> {
  const reply = await owner.get(documents[document] ?? '');
  expect(reply.statusCode, reply.body).toBe(200);
  const loading = getDocument({ data: new Uint8Array(reply.rawPayload), verbosity: 0 });
  const page = await (await loading.promise).getPage(1);
  const { fnArray, argsArray } = await page.getOperatorList();
  const pictures: Picture[] = [];
  const colours = new Set<unknown>();
  for (const [index, operation] of fnArray.entries()) {
    const args = argsArray[index] as unknown[];
    if (operation === OPS.paintImageXObject) pictures.push(await loaded(page, String(args[0])));
    if (operation === OPS.setFillRGBColor) colours.add(args[0]);
  }
  await loading.destroy();
  return { pictures, colours };
}

test.each(['receipt', 'run sheet', 'prep sheet', 'labels'])(
  'a %s carries the logo once it is saved, and no longer once it is removed',
  async (document) => {
    await save({ logo: null, accentColour: null });
    expect((await look(document)).pictures).toEqual([]);
    await save({ logo });
    const { pictures } = await look(document);
    expect(pictures).toMatchObject([{ width: 288, height: 96 }]);
    await save({ logo: null });
    expect((await look(document)).pictures).toEqual([]);
  },
);

test('a receipt keeps the logo and colour that it was issued with', async () => {
  await save({ logo, accentColour: PLUM });
  const issued = await look('receipt');
  const path = documents.receipt;
  await save({ logo: null, accentColour: null });
  documents = { ...documents, receipt: path ?? '' };
  expect(await look('receipt')).toEqual(issued);
});

test('headings of sheets and receipts have the kitchen’s colour, labels stay black', async () => {
  await save({ logo: null, accentColour: PLUM });
  for (const document of ['receipt', 'run sheet', 'prep sheet'])
    expect([...(await look(document)).colours], document).toContain(PLUM);
  expect([...(await look('labels')).colours]).not.toContain(PLUM);
  await save({ accentColour: null });
  expect([...(await look('receipt')).colours]).not.toContain(PLUM);
});

test('a colour that reads on our pages reads better on white paper', () => {
  for (const { colour } of SUGGESTED_COLOURS) {
    const grounds = Object.values(THEME_TOKENS.light.grounds);
    const onPages = Math.min(...grounds.map((ground) => contrast(colour, ground)));
    expect(contrast(colour, '#ffffff')).toBeGreaterThan(onPages);
  }
});

test('what is transparent in the logo is white on paper', async () => {
  await save({ logo });
  const [picture] = (await look('receipt')).pictures;
  const lastOfRow = (288 - 1) * (picture!.data.length / (288 * 96));
  expect([...picture!.data.subarray(lastOfRow, lastOfRow + 3)]).toEqual([255, 255, 255]);
});

test('labels are printed although the logo is gone from the database', async () => {
  await save({ logo });
  await t.context.db.delete(logos).where(eq(logos.hash, logo.hash));
  const fresh = await startTestApp({ business: { logo: { ...logo, hash: 'b'.repeat(32) } } });
  try {
    await aPaidOrder(fresh);
    const client = await aStaffClient(fresh);
    const reply = await client.get(`/api/admin/labels?date=${day(0)}`);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf']);
  } finally {
    await fresh.close();
  }
});
