import { expect, test } from './app-fixture.ts';
import {
  answer,
  askForResults,
  expectAnswer,
  MIA_ANSWERS,
  visitCalculator,
} from './calorie-calculator-journey.ts';

/** The address of a language model where nothing responds. */
test.use({ variables: { AI_BASE_URL: 'http://127.0.0.1:9/v1', AI_MODEL: 'kind-1' } });

test('the adviser is named before anything is sent, is off by default, and does no harm when silent', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.postData() ?? '');
  });
  await visitCalculator(page);
  const choice = page.getByLabel('Let kind-1 (127.0.0.1:9) write the explanation');
  await expect(choice).not.toBeChecked();
  await answer(page, MIA_ANSWERS);
  await askForResults(page);
  await expectAnswer(page, /about 1560 calories a day/);
  expect(JSON.parse(sent[0] ?? '')).toMatchObject({ useAdviser: false });

  await page.getByRole('button', { name: 'Recalculate' }).click();
  await choice.check();
  await askForResults(page);
  await expectAnswer(page, /about 1560 calories a day/);
  expect(JSON.parse(sent[1] ?? '')).toMatchObject({ useAdviser: true });
  await expect(page.getByText(/^Our own words and formulas/)).toBeVisible();
});
