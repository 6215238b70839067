import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { sampleMeals } from '#quality/support/samples-of.ts';
import { signedInStaff } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { drawSharePicture } from './share-pictures.ts';

const PLATE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><circle cx="100" cy="100" r="99" fill="#00f"/></svg>';

let t: TestApp;
let cookie: string;

beforeAll(async () => {
  t = await startTestApp();
  ({ cookie } = await signedInStaff(t));
});
afterAll(() => t.close());

const upload = (body: Buffer | string) =>
  t.app.inject({
    method: 'POST',
    url: '/api/admin/meal-images',
    headers: { cookie, 'content-type': 'image/jpeg' },
    body,
  });

async function colourInTheMiddle(picture: Buffer): Promise<number[]> {
  const middle = { left: 600, top: 315, width: 1, height: 1 };
  return [...(await sharp(picture).extract(middle).raw().toBuffer())];
}

async function draw(imageUrl: string | null) {
  const picture = await drawSharePicture(
    t.context.db,
    { ...anOrderedMeal(), imageUrl },
    () => PLATE,
  );
  expect(await sharp(picture).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1200,
    height: 630,
  });
  return colourInTheMiddle(picture);
}

test('a meal without a photo is shown by its plate', async () => {
  const [red, , blue] = await draw(null);
  expect(red).toBeLessThan(20);
  expect(blue).toBeGreaterThan(230);
});

test('a meal of the sample menu is shown by its rendered picture, on our cloth', async () => {
  const [sample] = sampleMeals as [(typeof sampleMeals)[number]];
  const picture = await drawSharePicture(t.context.db, { ...sample, imageUrl: null }, () => PLATE);
  const [red, , blue] = await colourInTheMiddle(picture);
  expect(blue).toBeLessThan(red ?? 0);
});

test('a photo of ours fills the picture; one elsewhere is never fetched', async () => {
  const photo = sharp({
    create: { width: 900, height: 1600, channels: 3, background: '#0f0' },
  });
  const { imageUrl } = (await upload(await photo.jpeg().toBuffer())).json();
  const [, green, blue] = await draw(imageUrl);
  expect(green).toBeGreaterThan(230);
  expect(blue).toBeLessThan(20);
  expect((await draw('https://pictures.example/photo.jpg'))[2]).toBeGreaterThan(230);
});

test('while plates are drawn, an SVG from outside is as unreadable as ever', async () => {
  const drawing = Array.from({ length: 12 }, () => draw(null));
  const uploads = await Promise.all(Array.from({ length: 12 }, () => upload(PLATE)));
  expect(new Set(uploads.map(({ statusCode }) => statusCode))).toEqual(new Set([400]));
  await Promise.all(drawing);
});
