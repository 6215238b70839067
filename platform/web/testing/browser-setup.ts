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
  vi.restoreAllMocks();
  clearStorage();
});

// A file hears nothing from the pages of another.
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
