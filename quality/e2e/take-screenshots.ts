/** Takes the screenshots for the README; run it manually with CHROMIUM_PATH set: `node quality/e2e/take-screenshots.ts`. */
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import startTestPostgres from '#quality/support/vitest-global-setup.ts';
import {
  chooseDelivery,
  fillTheWeek,
  continueTo,
  nameThePeople,
  pickMeals,
  WEEK,
} from './order-journey.ts';
import { startApp } from './running-app.ts';
import { AN_ORDINARY_WEDNESDAY } from '#quality/support/test-app.ts';

const FOLDER = path.join(path.dirname(path.dirname(import.meta.dirname)), 'docs', 'screenshots');

const stopPostgres = await startTestPostgres();
const app = await startApp(AN_ORDINARY_WEDNESDAY);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH });
try {
  const page = await browser.newPage({
    baseURL: app.url,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    locale: 'en-AU',
  });
  await layTheTable(page);
  await page.screenshot({ path: path.join(FOLDER, 'order-phone.png') });
} finally {
  await browser.close();
  await app.stop();
  await stopPostgres();
}

async function layTheTable(page: Page): Promise<void> {
  await page.goto('/order');
  await nameThePeople(page, ['Mia', 'Ben', 'Cleo']);
  await continueTo(page, 'Meal Selection');
  await pickMeals(page, { person: 'Mia', mealType: 'lunch', dates: WEEK.slice(0, 2) });
  await fillTheWeek(page, { meals: 'Dinners', forWhom: 'Everyone' });
  await chooseDelivery(page, 'Daily');
  // Without the offer to undo, and with more of the table visible.
  await page.reload();
  const seats = page.getByRole('group', { name: 'Whose meals?' });
  await seats.evaluate((element) => scrollTo(0, element.getBoundingClientRect().top - 16));
}
