import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  eraseFavourites,
  onFavourites,
  readFavourites,
  toggleFavourite,
} from './kept-favourite-meals.ts';

const kept = new Map<string, string>();
const page = new EventTarget();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, page[name].bind(page));
});
afterEach(() => vi.unstubAllGlobals());

describe('favourite meals', () => {
  test('get a heart and lose it', () => {
    expect([toggleFavourite(3), toggleFavourite(5), toggleFavourite(3)]).toEqual([
      [3],
      [3, 5],
      [5],
    ]);
    expect(readFavourites()).toEqual([5]);
    eraseFavourites();
    expect([...kept]).toEqual([]);
  });

  test.each(['{', '"3"', '[0]', '["3"]', '[1.5]', 'null'])('%s is none', (text) => {
    kept.set('favouriteMeals', text);
    expect(readFavourites()).toEqual([]);
    expect(toggleFavourite(3)).toEqual([3]);
  });

  test('a browser that forbids storage keeps none and does not fail', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    expect(toggleFavourite(3)).toEqual([]);
  });

  test('every change is told until one stops listening', () => {
    const told: number[][] = [];
    const stop = onFavourites(() => told.push(readFavourites()));
    toggleFavourite(3);
    eraseFavourites();
    stop();
    toggleFavourite(5);
    expect(told).toEqual([[3], []]);
  });
});
