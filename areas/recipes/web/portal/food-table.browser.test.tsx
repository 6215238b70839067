import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  findFoods,
  type FoodTableReply,
  type MatchedIngredient,
  previewFoodTable,
  takeFoods,
} from '#areas/recipes/calls/food-table.ts';
import { columnsBy, FOOD_COLUMNS } from '#areas/recipes/rules/food-table.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';
import { FoodTablePage } from './food-table-page.tsx';

const server = fakeServer();

const FIGURES = {
  kilojoules: 60,
  proteinGrams: 1,
  fatGrams: 0,
  saturatedFatGrams: 0,
  carbsGrams: 2,
  sugarsGrams: 2,
  sodiumMg: null,
};
const CUCUMBER: MatchedIngredient = {
  id: 1,
  name: 'Cucumber',
  version: 4,
  nutrientSource: 'Kitchen figure',
  ...FIGURES,
  isKnown: false,
  foods: [{ key: 'F1', name: 'Cucumber, raw', ...FIGURES, kilojoules: 55, sodiumMg: 4 }],
};
const TAHINI: MatchedIngredient = {
  ...CUCUMBER,
  id: 2,
  name: 'Tahini',
  sodiumMg: 5,
  isKnown: true,
  foods: [{ key: 'F2', name: 'Sesame paste', ...FIGURES, sodiumMg: 5 }],
};
const TABLE: FoodTableReply = {
  headings: ['Public Food Key', 'Food Name'],
  columns: columnsBy((column) => FOOD_COLUMNS.indexOf(column)),
  doubts: [],
  needsColumns: false,
  foodCount: 1616,
  problems: [],
  problemCount: 0,
  ingredients: [CUCUMBER, TAHINI],
};

async function choose() {
  const file = new File(['Public Food Key,Food Name'], 'table.csv', { type: 'text/csv' });
  await userEvent.upload(page.getByLabelText('Table of foods', { exact: true }), file);
}
const open = () =>
  openPortalPage(<FoodTablePage back="/admin?list" onDone={() => {}} />, {
    server,
    heading: 'Recipes',
    at: '/admin',
  });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const select = (name: string | RegExp) => page.getByRole('combobox', { name });

beforeEach(async () => {
  await page.viewport(390, 800);
  server.answers(previewFoodTable, () => TABLE);
});

test('nothing is taken that nobody chose; what changes is shown before', async () => {
  server.answers(takeFoods, () => ({
    ingredients: [],
    components: [],
    meals: [],
    includesGst: false,
  }));
  await open();
  await choose();
  await expect.element(page.getByText('1,616 foods read')).toBeVisible();
  // Known by its key from before; the other one only looks alike.
  await expect.element(select('Cucumber')).toHaveValue('');
  await expect.element(select(/^Tahini/)).toHaveValue('0');
  await expect.element(page.getByText('Same figures as now.')).toBeVisible();
  await select('Cucumber').selectOptions('Cucumber, raw');
  const changes = page.getByRole('list', { name: 'What changes' });
  await expect
    .element(changes)
    .toMatchTextContent(/Energy, kJ: 60 → 55\s*Sodium, mg: not known → 4/);
  expect(await listViolations()).toEqual([]);
  await select(/^Tahini/).selectOptions('Leave as it is');
  await button('Take the figures for 1 ingredient').click();
  await expect
    .poll(() => server.sent(takeFoods)[0]?.body)
    .toEqual({
      source: 'AFCD',
      foods: [{ ingredientId: 1, version: 4, ...CUCUMBER.foods[0] }],
      checked: false,
    });
});

test('figures that seem unlikely are taken once someone says that the table has them so', async () => {
  const fields = { 'foods.0': 'Cucumber: 6,000 mg of sodium in 100 g is more than most.' };
  server.answers(takeFoods, ({ body }) =>
    body.checked
      ? { ingredients: [], components: [], meals: [], includesGst: false }
      : refused(409, { code: 'unlikely_figures', message: fields['foods.0'], fields }),
  );
  await open();
  await choose();
  await button('Take the figures for 1 ingredient').click();
  await expect.element(page.getByText(fields['foods.0'])).toBeVisible();
  await button('The table says so').click();
  await expect.poll(() => server.sent(takeFoods).at(-1)?.body.checked).toBe(true);
});

test('a file with wrong lines names them, and offers nothing to take', async () => {
  server.answers(previewFoodTable, () => ({
    ...TABLE,
    ingredients: [],
    problems: [{ line: 49_999, column: 'Protein, g', message: '“x” is not a number such as 1.5.' }],
    problemCount: 1,
  }));
  await open();
  await choose();
  await expect
    .element(page.getByText('Line 49,999, Protein, g: “x” is not a number such as 1.5.'))
    .toBeVisible();
  await expect.element(button(/Take the figures/)).not.toBeInTheDocument();
});

test('columns of another table are named by staff', async () => {
  server.answers(previewFoodTable, ({ query }) =>
    query.name === undefined
      ? {
          ...TABLE,
          headings: ['Food', 'kJ'],
          columns: columnsBy(() => null),
          needsColumns: true,
          ingredients: [],
        }
      : TABLE,
  );
  await open();
  await choose();
  await expect.element(button('Read the table')).toBeDisabled();
  await select('Food name').selectOptions('Food');
  await select('Energy, kJ (optional)').selectOptions('kJ');
  await button('Read the table').click();
  await expect.element(page.getByText('1,616 foods read')).toBeVisible();
  expect(server.sent(previewFoodTable)[1]?.query).toEqual({ name: 0, kilojoules: 1 });
});

test('a column in kilocalories is converted when someone says so, not before', async () => {
  server.answers(previewFoodTable, ({ query }) =>
    query.energyIn === 'kcal'
      ? TABLE
      : {
          ...TABLE,
          ingredients: [],
          doubts: [{ column: 'kilojoules', at: 3, unit: 'kilocalories', isSaid: true }],
        },
  );
  await open();
  await choose();
  await expect.element(page.getByText('Column 4 is in kilocalories.')).toBeVisible();
  await expect.element(button(/Take the figures/)).not.toBeInTheDocument();
  expect(await listViolations()).toEqual([]);
  await button('Choose another').click();
  await expect.element(select('Energy, kJ (optional)')).toBeVisible();
  await choose();
  await button('Convert').click();
  await expect.element(page.getByText('1,616 foods read')).toBeVisible();
  expect(server.sent(previewFoodTable).map(({ query }) => query)).toEqual([
    {},
    {},
    { energyIn: 'kcal' },
  ]);
});

test('a few foods with little sodium are in milligrams when someone says so', async () => {
  server.answers(previewFoodTable, ({ query }) =>
    query.sodiumIn === 'mg'
      ? TABLE
      : { ...TABLE, doubts: [{ column: 'sodiumMg', at: 8, unit: 'grams', isSaid: false }] },
  );
  await open();
  await choose();
  await expect.element(page.getByText('Column 9 is in grams.')).toBeVisible();
  await button('It is in milligrams').click();
  await expect.element(page.getByText('1,616 foods read')).toBeVisible();
});

test('figures that cannot be are named at the food that has them', async () => {
  const { foods } = CUCUMBER;
  const cannot = { ...foods[0]!, fatGrams: 4, kilojoules: 45 };
  server.answers(previewFoodTable, () => ({
    ...TABLE,
    ingredients: [{ ...CUCUMBER, foods: [cannot] }],
  }));
  await open();
  await choose();
  await select('Cucumber').selectOptions('Cucumber, raw');
  await expect.element(page.getByText('Looks like kilocalories. In kilojoules: 188')).toBeVisible();
});

test('a food that was not suggested is found by words of its own', async () => {
  server.answers(findFoods, () => ({
    foods: [{ ...CUCUMBER.foods[0]!, key: 'F9', name: 'Gherkin' }],
  }));
  await open();
  await choose();
  await page.getByText('Search the table for Cucumber').click();
  await page.getByLabelText('Words of its name in the table').first().fill('gherkin');
  await button('Search').first().click();
  await expect.element(select('Cucumber')).toHaveValue('1');
  expect(server.sent(findFoods)[0]?.query).toMatchObject({ words: 'gherkin' });
});

test('what cannot be read says why', async () => {
  const message = 'This is a spreadsheet. Save the sheet for 100 g as CSV.';
  server.answers(previewFoodTable, () =>
    refused(400, { message, code: 'invalid', fields: { file: message } }),
  );
  await open();
  await choose();
  await expect.element(page.getByRole('alert')).toMatchTextContent(message);
});
