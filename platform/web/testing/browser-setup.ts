/** Runs before each file of component tests. */
import { afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import '#platform/web/theme/stylesheet.css';

const PHONE = { width: 390, height: 844 };

beforeEach(() => page.viewport(PHONE.width, PHONE.height));

afterEach(() => {
  // A question that a test has left open would block the next one.
  document.querySelector('[data-question]')?.remove();
  vi.restoreAllMocks();
  sessionStorage.clear();
  localStorage.clear();
});
