import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mealImageSourceSet } from '#areas/menu/rules/meal-picture.ts';
import { mealImages } from '#areas/menu/server/tables/meals.ts';
import { aMealRequest } from '#quality/support/a-meal.ts';
import { signedInStaff } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let cookie: string;

beforeAll(async () => {
  t = await startTestApp();
  ({ cookie } = await signedInStaff(t));
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.context.db.delete(mealImages);
});

function upload(payload: Buffer | string, contentType = 'image/jpeg', as = cookie) {
  return t.app.inject({
    method: 'POST',
    url: '/api/admin/meal-images',
    headers: { cookie: as, 'content-type': contentType },
    payload,
  });
}

/** A picture that does not compress well. */
function aPicture(width = 1600, height = 1200) {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#c63', noise } });
}

describe('an uploaded picture', () => {
  test.each([
    ['JPEG', () => aPicture().jpeg().toBuffer()],
    ['PNG', () => aPicture(700, 500).png().toBuffer()],
    ['WebP', () => aPicture().webp().toBuffer()],
    ['AVIF', () => aPicture(400, 300).avif({ effort: 0 }).toBuffer()],
  ])(
    'as %s is stored in three widths and two formats, at one permanent address',
    async (_what, make) => {
      const reply = await upload(await make(), 'application/octet-stream');
      expect(reply.statusCode, reply.body).toBe(201);
      const { imageUrl } = reply.json();
      expect(imageUrl).toMatch(/^\/images\/meals\/[0-9a-f]{32}-640\.webp$/);
      for (const [format, contentType] of [
        ['webp', 'image/webp'],
        ['jpg', 'image/jpeg'],
      ] as const) {
        for (const source of (mealImageSourceSet(imageUrl, format) ?? '').split(', ')) {
          const [url = '', width = ''] = source.split(' ');
          const image = await t.app.inject(url);
          expect(image.headers, url).toMatchObject({
            'content-type': contentType,
            'cache-control': 'public, max-age=31536000, immutable',
          });
          expect((await sharp(image.rawPayload).metadata()).width).toBeLessThanOrEqual(
            Number.parseInt(width, 10),
          );
        }
      }
    },
  );

  test('sent twice is stored once', async () => {
    const picture = await aPicture().jpeg().toBuffer();
    const [first, second] = [await upload(picture), await upload(picture)];
    expect(first.json()).toEqual(second.json());
    expect(await t.context.db.$count(mealImages)).toBe(6);
  });

  test('loses its camera metadata, and is upright', async () => {
    const picture = await aPicture(800, 600)
      .withExif({ IFD0: { Copyright: 'Mia' }, IFD3: { GPSLatitude: '27/1 31/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { imageUrl } = (await upload(picture)).json();
    const kept = await sharp((await t.app.inject(imageUrl)).rawPayload).metadata();
    expect([kept.exif, kept.orientation, kept.width, kept.height]).toEqual([
      undefined,
      undefined,
      600,
      800,
    ]);
  });

  test('that is small is not enlarged', async () => {
    const { imageUrl } = (await upload(await aPicture(50, 40).png().toBuffer())).json();
    expect(await sharp((await t.app.inject(imageUrl)).rawPayload).metadata()).toMatchObject({
      width: 50,
      height: 40,
    });
  });

  test('can be used for a meal', async () => {
    const { imageUrl } = (await upload(await aPicture().jpeg().toBuffer())).json();
    const body = aMealRequest({ imageUrl });
    const reply = await t.app.inject({
      method: 'POST',
      url: '/api/meals',
      headers: { cookie },
      body,
    });
    expect([reply.statusCode, reply.json().imageUrl]).toEqual([201, imageUrl]);
  });
});

describe('an unacceptable picture', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

  test.each<[string, () => Promise<Buffer | string>, string]>([
    ['an SVG, whatever its declared type', async () => svg, 'image/jpeg'],
    ['an SVG', async () => svg, 'image/svg+xml'],
    ['a page', async () => '<html><script>alert(1)</script></html>', 'text/html'],
    ['JSON', async () => '{"imageUrl":"x"}', 'application/json'],
    ['a GIF', () => aPicture(40, 30).gif().toBuffer(), 'image/gif'],
    ['a TIFF', () => aPicture(40, 30).tiff().toBuffer(), 'image/tiff'],
    ['a PDF', async () => '%PDF-1.7\n', 'application/pdf'],
    [
      'half a JPEG',
      async () => (await aPicture().jpeg().toBuffer()).subarray(0, 50_000),
      'image/jpeg',
    ],
    ['only the start of a PNG', async () => Buffer.from('89504e470d0a1a0a', 'hex'), 'image/png'],
    ['nothing', async () => '', 'image/jpeg'],
  ])('%s is refused', async (_what, make, contentType) => {
    const reply = await upload(await make(), contentType);
    expect(reply.statusCode, reply.body).toBe(400);
    expect(Object.keys(reply.json().fields)).toEqual(['image']);
    expect(await t.context.db.$count(mealImages)).toBe(0);
  });

  test('a small file that decodes to a huge picture is refused before decoding', async () => {
    const bomb = await sharp({
      create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' },
    })
      .png()
      .toBuffer();
    const reply = await upload(bomb, 'image/png');
    expect([reply.statusCode, reply.json().fields.image]).toEqual([
      400,
      'Please choose a picture of no more than 50 megapixels',
    ]);
  });

  test('a file above 8 MB is refused unread', async () => {
    const reply = await upload(Buffer.alloc(8 * 1024 * 1024 + 1));
    expect([reply.statusCode, reply.json()]).toEqual([
      413,
      { code: 'too_large', message: 'The picture is larger than 8 MB' },
    ]);
  });

  test('a picture from someone who is not signed in is refused', async () => {
    const reply = await upload(await aPicture(40, 30).png().toBuffer(), 'image/png', '');
    expect([reply.statusCode, reply.json().message]).toEqual([401, 'Unauthorized']);
    expect(await t.context.db.$count(mealImages)).toBe(0);
  });

  test.each([
    `/images/meals/${'0'.repeat(32)}-640.webp`,
    '/images/meals/x',
    '/images/meals/..%2f..%2fpackage.json',
    `/images/meals/${'0'.repeat(32)}-640.webp?size=9`,
  ])('%s is not found, and not cached', async (url) => {
    const reply = await t.app.inject(url);
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([404, undefined]);
  });
});
