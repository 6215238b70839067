import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SiteData } from '#areas/menu/calls/site-data.ts';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { sampleMeals } from '#quality/support/samples-of.ts';
import { smallMealPicture } from '#areas/menu/rules/meal-picture.ts';
import { registerPlates } from './plates.ts';

const curry = anOrderedMeal({ name: 'Curry' });
const sample = { ...curry, name: 'Soup', price: null };

let app: FastifyInstance;
let meals: SiteData['meals'];
let drawn: string[];

beforeEach(() => {
  meals = [curry];
  drawn = [];
  app = Fastify();
  const loadData = async () => ({ meals, samples: [sample] }) as unknown as SiteData;
  registerPlates(app, loadData, async () => ({
    plateAddress: ({ name }) => `/images/plates/${name}.svg`,
    sharePictureAddress: ({ name }) => `/images/share/${name}.jpg`,
    drawPlate: ({ name }) => {
      drawn.push(name);
      return `<svg>${name}</svg>`;
    },
  }));
});
afterEach(() => app.close());

test('a meal of the menu has a plate, drawn once and cached for ever', async () => {
  const first = await app.inject('/images/plates/Curry.svg');
  expect([first.statusCode, first.headers['content-type'], first.body]).toEqual([
    200,
    'image/svg+xml',
    '<svg>Curry</svg>',
  ]);
  expect(first.headers['cache-control']).toContain('immutable');
  await app.inject('/images/plates/Curry.svg');
  expect(drawn).toEqual(['Curry']);
});

test('an example has one even while the menu is empty', async () => {
  meals = [];
  expect((await app.inject('/images/plates/Soup.svg')).statusCode).toBe(200);
});

test('a page sent before a meal changed still gets its plate', async () => {
  await app.inject('/images/plates/Curry.svg');
  meals = [{ ...curry, name: 'Hot curry' }];
  expect((await app.inject('/images/plates/Curry.svg')).statusCode).toBe(200);
});

test('nothing is drawn for words that no meal has', async () => {
  expect((await app.inject('/images/plates/0123456789abcdef.svg')).statusCode).toBe(404);
  expect(drawn).toEqual([]);
});

test('a rendered picture of the sample menu is sent as it is, and cached for ever', async () => {
  const picture = await app.inject(smallMealPicture(sampleMeals[0]!));
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp']);
  expect(picture.headers['cache-control']).toContain('immutable');
  expect(picture.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
  for (const unknown of ['0123456789abcdef-160', '0123456789abcdef-161'])
    expect((await app.inject(`/images/plates/${unknown}.webp`)).statusCode).toBe(404);
});
