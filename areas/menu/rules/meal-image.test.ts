import { describe, expect, test } from 'vitest';
import {
  isMealImageUrl,
  mealImageSourceSet,
  mealImageUrl,
  parseMealImageUrl,
} from './meal-picture.ts';

const HASH = '0123456789abcdef0123456789abcdef';

describe('the address of a meal image', () => {
  test.each([
    'https://pictures.example/curry.jpg',
    'https://pictures.example:8443/a/b?size=2#top',
    'https://küche.example/curry.webp',
    'https://pictures.example',
    `/images/meals/${HASH}-640.webp`,
    '/art/lemon-chicken.svg',
  ])('may be %s', (url) => {
    expect(isMealImageUrl(url)).toBe(true);
  });

  test.each([
    '',
    'http://pictures.example/curry.jpg',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    '//pictures.example/curry.jpg',
    '/\\pictures.example',
    '/../secret',
    '/api/logout',
    '/a//b',
    'curry.jpg',
    'https://user:pass@pictures.example/curry.jpg',
    'https://',
    'https:///curry.jpg',
    'https://pictures.example/a"onerror="b',
    'https://pictures.example/<script>',
    'https://pictures.example/two words',
    `https://pictures.example/${'x'.repeat(2000)}`,
  ])('may not be %j', (url) => {
    expect(isMealImageUrl(url)).toBe(false);
  });
});

describe('an uploaded image', () => {
  test('is found again from its address', () => {
    const image = { hash: HASH, width: 1280, format: 'jpg' } as const;
    expect(parseMealImageUrl(mealImageUrl(image))).toEqual(image);
  });

  test.each([
    `/images/meals/${HASH}-641.webp`,
    `/images/meals/${HASH}-640.gif`,
    `/images/meals/${HASH.toUpperCase()}-640.webp`,
    `/images/meals/${HASH.slice(1)}-640.webp`,
    `https://elsewhere.example/images/meals/${HASH}-640.webp`,
    `/images/meals/${HASH}-640.webp?x=1`,
  ])('is not named by %s', (url) => {
    expect(parseMealImageUrl(url)).toBeNull();
  });

  test('comes in three widths; another address in one', () => {
    expect(mealImageSourceSet(`/images/meals/${HASH}-640.webp`)).toBe(
      `/images/meals/${HASH}-320.webp 320w, /images/meals/${HASH}-640.webp 640w, /images/meals/${HASH}-1280.webp 1280w`,
    );
    expect(mealImageSourceSet('https://pictures.example/curry.jpg')).toBeNull();
  });
});
