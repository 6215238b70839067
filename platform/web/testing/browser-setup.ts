/** Runs before each file of component tests. */
import { afterEach, beforeEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import '#platform/web/theme/stylesheet.css';

const PHONE = { width: 390, height: 844 };

beforeEach(async () => {
  // The page of the test before is still there until now, and keeps what it was told late.
  await cleanup();
  clearStorage();
  await page.viewport(PHONE.width, PHONE.height);
});

afterEach(() => {
  // A question that a test has left open would block the next one.
  document.querySelector('[data-question]')?.remove();
  vi.restoreAllMocks();
  clearStorage();
});

// Files run side by side in one browser: none has what another keeps, or hears from its pages.
class FileStorage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, value: string): void {
    this[key] = String(value);
  }
  removeItem(key: string): void {
    delete this[key];
  }
  clear(): void {
    for (const key of Object.keys(this)) delete this[key];
  }
  key(index: number): string | null {
    return Object.keys(this)[index] ?? null;
  }
  get length(): number {
    return Object.keys(this).length;
  }
}
Object.defineProperty(globalThis, 'localStorage', { value: new FileStorage() });

const file = crypto.randomUUID();
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(`${name} ${file}`);
  }
};

function clearStorage(): void {
  sessionStorage.clear();
  localStorage.clear();
}
