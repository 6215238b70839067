import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SiteData } from '#areas/menu/calls/site-data.ts';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { registerSharePictures } from './share-pictures.ts';

let app: FastifyInstance;
let meals: SiteData['meals'];
let drawn: number;
let isBroken: boolean;

beforeEach(() => {
  meals = [anOrderedMeal({ name: 'Curry' })];
  drawn = 0;
  isBroken = false;
  app = Fastify();
  const artist = {
    plateAddress: () => '',
    drawPlate: ({ name }: { name: string }) => `<svg>${name}</svg>`,
    sharePictureAddress: ({ name }: { name: string }) => `/images/share/${name}.jpg`,
  };
  registerSharePictures(app, async () => ({ meals }) as unknown as SiteData, {
    loadArtist: async () => artist,
    draw: async (_meal, plate) => {
      drawn += 1;
      if (isBroken) throw new Error('cannot be drawn');
      return Buffer.from(`JPEG of ${plate()}`);
    },
  });
});
afterEach(() => app.close());

test('a meal of the menu has one, drawn once however many ask at once, and cached for ever', async () => {
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => app.inject('/images/share/Curry.jpg')),
  );
  for (const reply of replies) {
    expect([reply.statusCode, reply.headers['content-type'], reply.body]).toEqual([
      200,
      'image/jpeg',
      'JPEG of <svg>Curry</svg>',
    ]);
    expect(reply.headers['cache-control']).toContain('immutable');
  }
  expect(drawn).toBe(1);
});

test('nothing is drawn for an address that no meal has', async () => {
  expect((await app.inject('/images/share/Soup.jpg')).statusCode).toBe(404);
  expect(drawn).toBe(0);
});

test('a page sent before a meal changed still gets its picture', async () => {
  await app.inject('/images/share/Curry.jpg');
  meals = [];
  expect((await app.inject('/images/share/Curry.jpg')).statusCode).toBe(200);
});

test('one that could not be drawn is drawn when it is asked for again', async () => {
  isBroken = true;
  expect((await app.inject('/images/share/Curry.jpg')).statusCode).toBe(500);
  isBroken = false;
  expect((await app.inject('/images/share/Curry.jpg')).statusCode).toBe(200);
});
