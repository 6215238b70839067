import { assert, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleMeals } from '#quality/support/samples-of.ts';
import { LONGEST_SLUG, mealSlug, numberedSlug } from './meal.ts';

describe('the slug of a meal', () => {
  test.each([
    ['Butter Chicken', 'butter-chicken'],
    ['  Beef   Goulash with Pumpkin Mash ', 'beef-goulash-with-pumpkin-mash'],
    ["Shepherd's Pie", 'shepherds-pie'],
    ['Shepherd’s Pie', 'shepherds-pie'],
    ['Crème Brûlée & Co', 'creme-brulee-and-co'],
    ['Chả cá Lã Vọng', 'cha-ca-la-vong'],
    ['Đậu phụ', 'dau-phu'],
    ['Smørrebrød / Œuf / Straße', 'smorrebrod-oeuf-strasse'],
    ['50/50 Bowl (Vegan)', '50-50-bowl-vegan'],
    ['½ Chook', '1-2-chook'],
    ['ＷＩＤＥ', 'wide'],
    ['宮保雞丁', 'meal'],
    ['🍛', 'meal'],
    ['---', 'meal'],
    ['../../etc/passwd', 'etc-passwd'],
    ['<script>', 'script'],
  ])('%s -> %s', (name, slug) => {
    expect(mealSlug(name)).toBe(slug);
  });

  test('has the form of those that the sample menu states', () => {
    for (const { slug } of sampleMeals) expect(mealSlug(slug)).toBe(slug);
  });

  test('is always a plain part of an address, numbered or not', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 120 }), (name) => {
        for (const count of [1, 2, 1000]) {
          const slug = numberedSlug(name, count);
          expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
          expect(slug.length).toBeLessThanOrEqual(LONGEST_SLUG);
        }
      }),
    );
  });

  test('of a second meal with the same name has a number, however long the name', () => {
    expect(numberedSlug('Beef Pie', 1)).toBe('beef-pie');
    expect(numberedSlug('Beef Pie', 2)).toBe('beef-pie-2');
    expect(numberedSlug('x'.repeat(80), 12)).toBe(`${'x'.repeat(77)}-12`);
  });
});
