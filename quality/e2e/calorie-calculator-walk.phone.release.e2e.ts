import type { Page } from '@playwright/test';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import {
  answer,
  askForResults,
  BEN,
  answerAndCalculate,
  expectAnswer,
  MIA_ANSWERS,
  visitCalculator,
} from './calorie-calculator-journey.ts';

const NARROWEST_PX = 320;

test('every state of the calculator is accessible, in light and dark colours', async ({ page }) => {
  test.slow();
  const found: string[] = [];
  await walkTheCalculator(page, async (where) => {
    found.push(...(await listPageViolations(page)).map((violation) => `${where}: ${violation}`));
  });
  expect(found).toEqual([]);
});

test('on the narrowest phone no state of the calculator scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: NARROWEST_PX, height: 640 });
  const tooWide: string[] = [];
  await walkTheCalculator(page, async (where) => {
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > NARROWEST_PX) tooWide.push(`${where}: ${width} px`);
  });
  expect(tooWide).toEqual([]);
});

async function walkTheCalculator(
  page: Page,
  look: (where: string) => Promise<void>,
): Promise<void> {
  await visitCalculator(page);
  await look('the empty form');
  await page.getByRole('button', { name: 'Get Smart Recommendations' }).click();
  await look('mistakes');
  await page.getByText('Which level am I?').click();
  await page.getByLabel('I know my body fat percentage').check();
  await page.getByLabel('Calorie cycling').check();
  await page.getByRole('button', { name: 'Tue' }).click();
  await page.getByLabel('I was recently on a strict diet').check();
  await answer(page, { ...MIA_ANSWERS, weight: '45', target: '' });
  await look('a blocked goal');
  await page.getByRole('radio', { name: 'Feet and pounds' }).check();
  await look('feet and pounds');
  await visitCalculator(page);
  await page.getByLabel('Calorie cycling').check();
  await page.getByRole('button', { name: 'Tue' }).click();
  await answer(page, MIA_ANSWERS);
  await askForResults(page);
  await expectAnswer(page, /calories a day/);
  await look('results for losing');
  await page.getByText('The same as a table').click();
  await page.getByText('Formulas and your numbers').click();
  await page.getByText(/^Sources/).click();
  await page.getByRole('button', { name: '50 calories more' }).click();
  await page.getByLabel('Calories a day', { exact: true }).fill('9');
  await look('everything opened');
  await answerAndCalculate(page, BEN);
  await look('results for gaining');
}
