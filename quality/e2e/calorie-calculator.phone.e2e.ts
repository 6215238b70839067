import { expect, test } from './app-fixture.ts';
import {
  answer,
  askForResults,
  BEN,
  answerAndCalculate,
  expectAnswer,
  keptPlan,
  MIA_ANSWERS,
  visitCalculator,
} from './calorie-calculator-journey.ts';
import { expectStep } from './order-journey.ts';

const ADVICE = '**/api/ai-calorie-recommendation';

test('someone who wants to lose weight gets an answer, its reasons, and an order that starts with the plan', async ({
  page,
}) => {
  await answerAndCalculate(page, MIA_ANSWERS);
  await expectAnswer(page, /aim for about 1560 calories a day; we suggest the 1500 Calorie Plan\./);
  const main = page.getByRole('main');
  await expect(main).toContainText('BMR1,495 Cal');
  await expect(main).toContainText('TDEE2,056 Cal');
  await expect(main).toContainText('Body fat (estimated)40.8%');
  await expect(main).toContainText('Timeline (range 25 to 43 weeks)32 weeks');
  await expect(main).toContainText('−0.31 kg');
  await expect(main).toContainText('It is not medical advice.');
  await expect(page.getByRole('row', { name: 'Protein 114 g 29% 1,908' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Timeline alignment/ })).toContainText(
    'more time needed',
  );
  await expect(page.getByRole('region', { name: 'Your day' })).toContainText('660 Cal');
  const pairs = page.getByRole('region', { name: 'Lunch and dinner that fit' });
  await expect(pairs.getByRole('listitem')).toHaveCount(3);
  await page.getByText('The same as a table').click();
  await expect(page.getByRole('row', { name: /^Today 80 kg/ })).toBeVisible();
  await page.getByText('Formulas and your numbers').click();
  await expect(main).toContainText('10 × 80 kg + 6.25 × 165 cm − 5 × 35 years − 161 = 1,495');
  expect(await keptPlan(page)).toBe('1500');

  await page.getByRole('link', { name: 'Order with 1500 Calorie Plan' }).click();
  await expectStep(page, 'Number of People');
  await expect(page.getByRole('combobox', { name: /^How many calories a day/ })).toHaveValue(
    '1500',
  );
});

test(
  'someone who wants to gain learns what two meals cannot provide, and may adjust the calories',
  { tag: '@release' },
  async ({ page }) => {
    await answerAndCalculate(page, BEN);
    await expectAnswer(page, /To gain weight steadily, aim for about 3500 calories a day/);
    await expect(page.getByRole('main')).toContainText(
      'Add a second helping twice a day, which brings us to about 2160',
    );
    await page.getByRole('button', { name: '50 calories fewer' }).click();
    await expectAnswer(page, /aim for about 3450 calories a day/);
    await page.getByLabel('Calories a day', { exact: true }).fill('2500');
    await expect(page.getByText(/^Please enter a whole number from/)).toBeVisible();
    await page.getByLabel('Calories a day', { exact: true }).fill('3600');
    await expectAnswer(page, /aim for about 3600 calories a day/);
    await page.getByRole('button', { name: 'Back to the recommended 3,500' }).click();
    await expectAnswer(page, /aim for about 3500 calories a day/);
    await page.getByRole('link', { name: 'Order Your Plan Now' }).click();
    await expectStep(page, 'Number of People');
    await expect(page.getByRole('combobox', { name: /^How many calories a day/ })).toHaveValue(
      '1800',
    );
  },
);

test(
  'maintaining weight needs no target and shows no timeline card',
  { tag: '@release' },
  async ({ page }) => {
    await visitCalculator(page);
    await answer(page, { ...MIA_ANSWERS, goal: 'Maintain Weight', target: '' });
    await expect(page.getByLabel('Target weight (kg)')).toHaveAccessibleName(/optional/);
    await askForResults(page);
    await expectAnswer(page, /To maintain your weight, aim for about 2060 calories a day/);
    await expect(page.getByText('Timeline alignment')).toBeHidden();
    await page.getByRole('button', { name: 'Recalculate' }).click();
    await expect(page.getByLabel('Age (years)')).toHaveValue('35');
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL('/');
  },
);

test(
  'an earlier target that is too far from maintaining weight gets a warning',
  { tag: '@release' },
  async ({ page }) => {
    await visitCalculator(page);
    await answer(page, MIA_ANSWERS);
    await page.getByLabel('Goal').selectOption('Maintain Weight');
    await expect(
      page.getByText('For maintenance, target weight should be within 2kg of current weight'),
    ).toBeVisible();
    await page.getByLabel('Target weight (kg)').fill('79');
    await expect(page.getByText(/^For maintenance/)).toBeHidden();
  },
);

test(
  'a harmful goal is blocked, in kind words and with someone to talk to',
  { tag: '@release' },
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await visitCalculator(page);
    await answer(page, { ...MIA_ANSWERS, weight: '45', target: '' });
    const advisory = page.getByRole('status');
    await expect(advisory).toContainText(
      'You are currently underweight. Further weight loss could be harmful to your health. Please consult with a healthcare professional.',
    );
    await expect(advisory).toContainText('Current BMI: 16.5 (underweight)');
    await expect(advisory).toContainText('Butterfly can help');
    await expect(page.getByLabel('Target weight (kg)')).toBeDisabled();
    const button = page.getByRole('button', { name: 'Please review health advisory above' });
    await expect(button).toBeDisabled();
    await page.getByLabel('Age (years)').press('Enter');
    await expect(page.getByRole('heading', { name: 'Your results' })).toBeHidden();
    expect(asked.filter((url) => url.includes('calorie-recommendation'))).toEqual([]);

    await page.getByRole('textbox', { name: 'Weight (kg)' }).fill('75');
    await page.getByLabel('Goal').selectOption('Gain Weight');
    await expect(advisory).toContainText('You are currently overweight.');
    await page.getByLabel('Target weight (kg)').fill('78');
    await askForResults(page);
    await expectAnswer(page, /calories a day/);
  },
);

test(
  'a target below the healthy range can be fixed with another target',
  { tag: '@release' },
  async ({ page }) => {
    await visitCalculator(page);
    await answer(page, { ...MIA_ANSWERS, target: '48' });
    await expect(page.getByRole('status')).toContainText('The nearest healthy weight is 50.4 kg.');
    await page.getByLabel('Target weight (kg)').fill('60');
    await askForResults(page);
  },
);

test(
  'known body fat and calorie cycling change the answer',
  { tag: '@release' },
  async ({ page }) => {
    await visitCalculator(page);
    await answer(page, MIA_ANSWERS);
    await page.getByLabel('I know my body fat percentage').check();
    await page.getByLabel('Body fat (%)').fill('38');
    await page.getByLabel('Calorie cycling').check();
    for (const day of ['Mon', 'Wed', 'Fri']) await page.getByRole('button', { name: day }).click();
    await expect(page.getByRole('button', { name: 'Mon' })).toHaveAttribute('aria-pressed', 'true');
    await askForResults(page);
    await expectAnswer(page, /about 1480 calories a day/);
    const main = page.getByRole('main');
    await expect(main).toContainText('Body fat (provided)38%');
    await expect(main).toContainText('Training days (Mon, Wed and Fri): 1,650 Cal.');
    await page.getByText('Formulas and your numbers').click();
    await expect(main).toContainText('Katch-McArdle');
  },
);

test('feet and pounds give the same answer', { tag: '@release' }, async ({ page }) => {
  await visitCalculator(page);
  await answer(page, MIA_ANSWERS);
  await page.getByRole('radio', { name: 'Feet and pounds' }).check();
  await expect(page.getByLabel('feet', { exact: true })).toHaveValue('5');
  await expect(page.getByLabel('Target weight (pounds)')).toHaveValue('154.3');
  await askForResults(page);
  await expectAnswer(page, /about 1560 calories a day/);
  await expect(page.getByRole('main')).toContainText('lb');
});

test(
  'every mistake is shown beside its field, and nothing is sent',
  { tag: '@release' },
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await visitCalculator(page);
    await page.getByRole('button', { name: 'Get Smart Recommendations' }).click();
    await expect(page.getByLabel('Age (years)')).toBeFocused();
    await expect(page.getByText('Please choose male or female.')).toBeVisible();
    await expect(page.getByText('Please choose a goal.')).toBeVisible();
    await answer(page, MIA_ANSWERS);
    await page.getByLabel('I know my body fat percentage').check();
    const mistakes: [field: string, typed: string[], message: string][] = [
      ['Age (years)', ['101', '-35', 'abc'], 'Please enter an age from 18 to 100 years.'],
      ['Age (years)', ['17'], 'This calculator is for adults.'],
      ['Height (cm)', ['0', '119', '1e309', ''], 'Please enter a height from 120 to 230 cm.'],
      ['Weight (kg)', ['NaN', '301', '-80', '0'], 'Please enter a weight from 30 to 300 kg.'],
      [
        'Body fat (%)',
        ['0', '50', 'x'],
        'Please enter a body fat percentage above 0 and below 50.',
      ],
    ];
    for (const [field, typed, message] of mistakes) {
      const box = page.getByRole('textbox', { name: field });
      const before = await box.inputValue();
      for (const text of typed) {
        await box.fill(text);
        await page.getByRole('button', { name: 'Get Smart Recommendations' }).click();
        await expect(page.getByText(message)).toBeVisible();
        await expect(box).toHaveAttribute('aria-invalid', 'true');
      }
      await box.fill(before);
    }
    await page.getByLabel('Target weight (kg)').fill('80');
    await expect(
      page.getByText('Target weight should be lower than current weight for weight loss'),
    ).toBeVisible();
    await page.getByLabel('Goal').selectOption('Gain Weight');
    await expect(
      page.getByText('Target weight should be higher than current weight for weight gain'),
    ).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('NaN');
    expect(asked.filter((url) => url.includes('calorie-recommendation'))).toEqual([]);
  },
);

test(
  'the local results are shown while the analysis is in progress',
  { tag: '@release' },
  async ({ page }) => {
    const { promise: mayResume, resolve: resume } = Promise.withResolvers<void>();
    await page.route(ADVICE, async (route) => {
      await mayResume;
      await route.continue();
    });
    await visitCalculator(page);
    await answer(page, MIA_ANSWERS);
    await askForResults(page);
    await expect(page.getByText('Smart Analysis in Progress')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('TDEE2,056 Cal');
    resume();
    await expectAnswer(page, /about 1560 calories a day/);
    await expect(page.getByText('Smart Analysis in Progress')).toBeHidden();
  },
);

test.describe('when the kitchen is unreachable', () => {
  test.use({ expectedStatuses: [429, 503] });

  for (const status of [429, 503]) {
    test(
      `the same answer is worked out in the browser (${status})`,
      { tag: '@release' },
      async ({ page }) => {
        await page.route(ADVICE, (route) => route.fulfill({ status, body: 'no' }));
        await answerAndCalculate(page, MIA_ANSWERS);
        await expectAnswer(page, /about 1560 calories a day/);
        await expect(page.getByText(/^Worked out in your browser/)).toBeVisible();
        expect(await keptPlan(page)).toBe('1500');
      },
    );
  }
});

test.describe('when the kitchen refuses', () => {
  test.use({ expectedStatuses: [400, 422] });

  test(
    'numbers, the form says so beside the field and keeps everything',
    { tag: '@release' },
    async ({ page }) => {
      const fields = { height: 'Please enter a height from 130 to 230 cm.' };
      const json = { message: 'Invalid', code: 'invalid_request', fields };
      await page.route(ADVICE, (route) => route.fulfill({ status: 400, json }));
      await visitCalculator(page);
      await answer(page, MIA_ANSWERS);
      await page.getByRole('button', { name: 'Get Smart Recommendations' }).click();
      await expect(page.getByText(fields.height)).toBeVisible();
      await expect(page.getByLabel('Height (cm)')).toBeFocused();
      await expect(page.getByLabel('Target weight (kg)')).toHaveValue('70');
    },
  );

  test('a goal, the advisory card says why', { tag: '@release' }, async ({ page }) => {
    const json = { message: 'Please talk to your doctor first.', code: 'new-rule' };
    await page.route(ADVICE, (route) => route.fulfill({ status: 422, json }));
    await visitCalculator(page);
    await answer(page, MIA_ANSWERS);
    await page.getByRole('button', { name: 'Get Smart Recommendations' }).click();
    await expect(page.getByRole('status')).toContainText('Please talk to your doctor first.');
  });
});
