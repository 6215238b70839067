/** A member of staff: signing in without the screen, which has a journey of its own, and the labels as a printer would get them. */
import { expect, type Page } from '@playwright/test';
import type { StaffAccount } from './journey-server.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';

export async function signInAsStaff(page: Page, { email, password }: StaffAccount): Promise<void> {
  const data = { email, password };
  const reply = await page.request.post('/api/auth/sign-in/email', { data });
  expect(reply.status(), await reply.text()).toBe(200);
}

/** The text of every label of a day, one label after the other. */
export async function labelsOfDay(page: Page, date: string): Promise<string[]> {
  const file = await page.request.get(`/api/admin/labels?date=${date}&kind=all`);
  return (await pdfPages(await file.body())).map((text) => text.replaceAll(/\s+/g, ' '));
}
