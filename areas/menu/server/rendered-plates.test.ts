import { stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { sampleMeals } from '#quality/support/samples-of.ts';
import {
  mealPicture,
  parseRenderedAddress,
  RENDERED_WIDTHS,
  smallMealPicture,
  plateAddress,
} from '#areas/menu/rules/meal-picture.ts';
import { readRenderedPlate, RENDERED_FOLDER, RENDERED_LIMITS } from './rendered-plates.ts';

const [meal] = sampleMeals as [(typeof sampleMeals)[number]];

describe.each(sampleMeals.map((each) => [each.slug, each] as const))('%s', (slug, each) => {
  test('has a picture in three sizes, each light enough', async () => {
    const { kind, srcSet } = mealPicture(each);
    expect(kind).toBe('rendered');
    const addresses = (srcSet ?? '').split(', ').map((source) => source.split(' ')[0] ?? '');
    expect(addresses).toHaveLength(RENDERED_WIDTHS.length);
    for (const [index, width] of RENDERED_WIDTHS.entries()) {
      const file = path.join(RENDERED_FOLDER, `${slug}-${width}.webp`);
      expect((await stat(file)).size).toBeLessThanOrEqual(RENDERED_LIMITS[width]);
      const address = parseRenderedAddress(addresses[index] ?? '');
      const bytes = address && (await readRenderedPlate(address.key, address.width));
      expect(await sharp(bytes ?? undefined).metadata()).toMatchObject({
        format: 'webp',
        width,
        height: width,
      });
    }
  });
});

describe('the picture of a meal', () => {
  test('is the kitchen’s own photo, if it has one', () => {
    const photo = 'https://pictures.example/salad.jpg';
    expect(mealPicture({ ...meal, imageUrl: photo })).toEqual({
      kind: 'photo',
      src: photo,
      srcSet: null,
    });
  });

  test.each([{ name: 'Lemongrass Salad' }, { ingredients: 'Chicken.' }])(
    'is drawn from its words where they are not those of the sample menu: %o',
    (change) => {
      const changed = { ...meal, ...change };
      expect(mealPicture(changed)).toEqual({
        kind: 'drawn',
        src: plateAddress(changed),
        srcSet: null,
      });
    },
  );

  test('stays when only the description changes, and is small in a list', () => {
    const described = { ...meal, description: 'Fresh.' };
    expect(mealPicture(described)).toEqual(mealPicture(meal));
    expect(smallMealPicture(described)).toMatch(/^\/images\/plates\/[\da-f]{16}-160\.webp$/);
  });
});
