import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SettingsReply } from '#areas/business/calls/settings.ts';
import {
  type KitchenLogo,
  LOGO_ICON_SIZES,
  logoIconUrl,
  logoUrl,
} from '#areas/business/rules/logo.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { settingsVersions } from '#areas/business/server/tables/settings-versions.ts';
import { writeTestEmail } from '#areas/messages/server/mailer.ts';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const SETTINGS = '/api/admin/settings';

let t: TestApp;
let owner: StaffClient;

beforeAll(async () => {
  t = await startTestApp({ publicUrl: 'http://localhost:4000' });
  owner = await aStaffClient(t);
});
afterAll(() => t.close());
afterEach(async () => {
  await t.context.db.delete(settings).where(eq(settings.key, 'business'));
  await t.context.db.delete(settingsVersions);
  t.context.site.renew();
});

function send(body: Buffer | string, type = 'image/png') {
  const headers = { cookie: owner.cookie, 'content-type': type };
  return t.app.inject({ method: 'POST', url: `${SETTINGS}/logo`, headers, body });
}

function aPicture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 4, background: '#7a2e5d' } });
}

async function save(change: object) {
  const current = (await owner.get(SETTINGS)).json<SettingsReply>();
  return owner.put(SETTINGS, { ...current, ...change });
}

test.each(['png', 'jpeg', 'webp'] as const)(
  'a logo as %s is stored as a PNG of the size we show, for ever at its address',
  async (format) => {
    const sent = await send(await aPicture(1200, 400).toFormat(format).toBuffer());
    expect(sent.statusCode).toBe(201);
    const logo = sent.json<KitchenLogo>();
    expect(logo).toMatchObject({ width: 288, height: 96 });
    const shown = await t.app.inject({ url: logoUrl(logo) });
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': expect.stringContaining('immutable') as string,
    });
    expect((await sharp(shown.rawPayload).metadata()).format).toBe('png');
  },
);

const SCRIPT = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

test.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
  ['that is a script', () => Buffer.from(SCRIPT), /PNG, JPEG or WebP/],
  ['that is a page', () => Buffer.from('<!doctype html><script>1</script>'), /PNG, JPEG or WebP/],
  ['that is empty', () => Buffer.alloc(0), /choose a picture/],
  ['that is damaged', async () => (await aPicture(90, 90).png().toBuffer()).subarray(0, 60), /PNG/],
  ['of another format', async () => aPicture(90, 90).avif().toBuffer(), /PNG, JPEG or WebP/],
  ['too small', async () => aPicture(90, 20).png().toBuffer(), /at least 32 pixels/],
  ['too wide', async () => aPicture(900, 100).png().toBuffer(), /6 times as wide/],
  ['too tall', async () => aPicture(100, 300).png().toBuffer(), /twice as high/],
])('a logo %s is refused at its field', async (_what, make, message) => {
  const sent = await send(await make());
  expect(sent.statusCode).toBe(400);
  expect(sent.json<{ fields: { logo: string } }>().fields.logo).toMatch(message);
});

test('what is behind a logo’s pixels does not survive', async () => {
  const withComment = aPicture(90, 90).withExif({
    IFD0: { Copyright: '<script>alert(1)</script>' },
  });
  const sent = await send(await withComment.jpeg().toBuffer(), 'image/jpeg');
  const shown = await t.app.inject({ url: logoUrl(sent.json<KitchenLogo>()) });
  expect(shown.rawPayload.includes('script')).toBe(false);
});

test('a saved logo stands in emails with the name as its text, and removing it brings the name back', async () => {
  const logo = (await send(await aPicture(300, 100).png().toBuffer())).json<KitchenLogo>();
  expect((await save({ logo })).statusCode).toBe(200);
  const write = () => writeTestEmail(t.context, { code: '123456', id: 1 });
  const { html } = await write();
  expect(html).toContain(`src="http://localhost:4000${logoUrl(logo)}"`);
  expect(html).toContain('alt="Redlands Table"');
  expect((await save({ logo: null })).statusCode).toBe(200);
  expect((await write()).html).not.toContain('<img');
});

test('tabs, home screens and installed apps get squares of the logo, in our sizes only', async () => {
  const logo = (await send(await aPicture(300, 100).png().toBuffer())).json<KitchenLogo>();
  for (const size of LOGO_ICON_SIZES) {
    const { statusCode, rawPayload } = await t.app.inject(logoIconUrl(logo, size));
    expect([size, statusCode]).toEqual([size, 200]);
    const { format, width, height } = await sharp(rawPayload).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: size, height: size });
  }
  for (const url of [`/images/logo/${logo.hash}-9999.png`, `/images/logo/${'a'.repeat(32)}-96.png`])
    expect((await t.app.inject(url)).statusCode).toBe(404);
});

test('programs that ask for /favicon.ico get the logo, or ours, as an ICO of one PNG of 32 pixels', async () => {
  const iconNow = async () => {
    const { statusCode, headers, rawPayload } = await t.app.inject('/favicon.ico');
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/vnd.microsoft.icon']);
    expect([...rawPayload.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
    const png = rawPayload.subarray(rawPayload.readUInt32LE(18));
    expect(png.length).toBe(rawPayload.readUInt32LE(14));
    const { format, width, height } = await sharp(png).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 32, height: 32 });
    return rawPayload;
  };
  const ours = await iconNow();
  const logo = (await send(await aPicture(300, 100).png().toBuffer())).json<KitchenLogo>();
  expect((await save({ logo })).statusCode).toBe(200);
  expect((await iconNow()).equals(ours)).toBe(false);
  expect((await save({ logo: null })).statusCode).toBe(200);
  expect((await iconNow()).equals(ours)).toBe(true);
});

test('a logo that was never uploaded here is refused', async () => {
  const saved = await save({ logo: { hash: 'a'.repeat(32), width: 96, height: 96 } });
  expect(saved.statusCode).toBe(400);
  expect(saved.json()).toMatchObject({ fields: { logo: 'Please upload this logo again' } });
});

test('a colour is in emails and has a stylesheet; one that nobody can read has none', async () => {
  expect((await save({ accentColour: '#7a2e5d' })).statusCode).toBe(200);
  expect((await writeTestEmail(t.context, { code: '123456', id: 1 })).html).toContain('#7a2e5d');
  const sheet = await t.app.inject({ url: '/colours/1-7a2e5d.css' });
  expect(sheet.headers['content-type']).toMatch(/^text\/css/);
  expect(sheet.body).toContain('--color-primary:#7a2e5d');
  expect((await t.app.inject({ url: '/colours/1-ffff00.css' })).statusCode).toBe(404);
  expect((await save({ accentColour: '#ffff00' })).json()).toMatchObject({
    fields: { accentColour: expect.stringMatching(/darker colour/) as string },
  });
});
