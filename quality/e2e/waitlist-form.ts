/** The waitlist forms as visitors see them; of two, the first. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './app-fixture.ts';

export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: /Notifications/ });
}

export function joinButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Join the waitlist' }).first();
}

export function emailField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Email' }).first();
}

export function suburbField(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Suburb' }).first();
}

/** `path` is that of a page with a form. */
export async function openForm(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(joinButton(page)).toBeEnabled();
}
