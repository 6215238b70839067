/** A member of staff at the portal: signing in, and the labels as a printer would get them. */
import { expect, type Page } from '@playwright/test';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';

export type StaffAccount = { email: string; password: string };

export async function signInAsStaff(page: Page, { email, password }: StaffAccount): Promise<void> {
  await page.goto('/api/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Admin Portal' })).toBeVisible();
}

/** The text of every label of a day, one label after the other. */
export async function labelsOfDay(page: Page, date: string): Promise<string[]> {
  const file = await page.request.get(`/api/admin/labels?date=${date}&kind=all`);
  return (await pdfPages(await file.body())).map((text) => text.replaceAll(/\s+/g, ' '));
}
