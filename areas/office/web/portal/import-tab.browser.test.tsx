import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  importFile,
  listImports,
  previewImport,
  readImport,
  type ReadFileReply,
  undoImport,
} from '#areas/office/calls/imports.ts';
import { ImportTab } from '#areas/office/web/portal/import-tab.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();
const FILE: ReadFileReply = {
  fileId: '3f5a4c52-7b3b-4d0e-9a4e-3f1d5c0b7a61',
  fileName: 'menu.csv',
  shape: null,
  header: 0,
  top: [
    ['Dish', 'Cost'],
    ['Korma', '14.99'],
  ],
  columns: ['Dish', 'Cost'],
  firstRows: [['Korma', '14.99']],
  rowCount: 2,
  fields: [
    { key: 'name', label: 'Name', isNeeded: true },
    { key: 'price', label: 'Price', isNeeded: false },
  ],
  mapping: {},
  questions: [{ key: 'pictures', label: 'Take the pictures too', type: 'tick' }],
};

beforeEach(async () => {
  await page.viewport(390, 844);
  server.answers(listImports, () => []);
  server.answers(readImport, () => FILE);
  server.answers(previewImport, () => ({
    previewHash: 'seen',
    rows: [
      { row: 2, outcome: 'new', name: 'Korma', problems: [], notes: ['With its picture.'] },
      { row: 3, outcome: 'refused', name: 'Laksa', problems: ['Price is missing.'], notes: [] },
    ],
  }));
});

const open = (of = 'meals') =>
  openPortalPage(<ImportTab />, { server, heading: 'Import', at: `/admin?tab=import&of=${of}` });
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a file is read, its columns are named, and what was shown is imported', async () => {
  server.answers(importFile, () => ({
    importId: 1,
    counts: { new: 1, changed: 0, same: 0, refused: 1 },
  }));
  await open();
  await expect.element(button('Choose a file')).toBeVisible();
  expect(await listViolations()).toEqual([]);
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await userEvent.upload(chooser, new File(['Dish,Cost\nKorma,14.99'], 'menu.csv'));
  await expect.element(page.getByText('Choose the column of Name.')).toBeVisible();
  await expect.element(button('Preview')).toBeDisabled();
  expect(await listViolations()).toEqual([]);
  await page.getByLabelText(/^Name/).selectOptions('Dish');
  await page.getByLabelText(/^Price/).selectOptions('Cost');
  await page.getByRole('checkbox', { name: 'Take the pictures too' }).click();
  await button('Preview').click();
  await page.getByRole('tab', { name: 'To fix (1)' }).click();
  await expect.element(page.getByText('Price is missing.')).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await button('Import 1 meal').click();
  await expect.element(page.getByText('1 meal imported')).toBeVisible();
  expect(server.sent(importFile).map(({ body }) => body)).toEqual([
    {
      kind: 'meals',
      fileId: FILE.fileId,
      header: 0,
      mapping: { name: 0, price: 1 },
      answers: { pictures: 'yes' },
      previewHash: 'seen',
    },
  ]);
});

test('an import is undone after a question', async () => {
  const past = {
    id: 7,
    kind: 'meals',
    fileName: 'menu.csv',
    by: 'o@example.com',
    made: 2,
  } as const;
  const at = '2026-01-07T02:00:00Z';
  server.answers(listImports, () => [{ ...past, at, until: at }]);
  server.answers(undoImport, () => ({ undone: 1, left: 1 }));
  await open();
  await button('Undo menu.csv…').click();
  await button('Undo the import').click();
  await expect.element(page.getByText('1 meal taken back, 1 left as they are.')).toBeVisible();
});

test.each([390, 1280])(
  'a file of recipes says what one needs, what it brings, and what is counted, at %i',
  async (width) => {
    await page.viewport(width, 844);
    const fields = ['Recipe', 'Makes', 'Ingredient', 'Amount', 'Unit', 'Step'].map((label) => ({
      key: label.toLowerCase(),
      label,
      isNeeded: label !== 'Step',
    }));
    const columns = fields.map(({ label }) => label);
    server.answers(readImport, () => ({
      ...FILE,
      fileName: 'recipes.csv',
      top: [columns, ['Korma', '10 portions', 'Cream', '1', 'kg', 'Simmer.']],
      columns,
      firstRows: [['Korma', '10 portions', 'Cream', '1', 'kg', 'Simmer.']],
      fields,
      mapping: Object.fromEntries(fields.map(({ key }, at) => [key, at])),
      questions: [
        { key: 'price', label: 'Price of new meals', type: 'text', longest: 10 },
        {
          key: 'service',
          label: 'Meals that say neither lunch nor dinner are',
          type: 'choice',
          choices: [{ value: 'lunch', label: 'Lunch' }],
        },
      ],
    }));
    server.answers(previewImport, () => ({
      previewHash: 'seen',
      rows: [
        {
          row: 2,
          outcome: 'new',
          name: 'Korma',
          problems: [],
          notes: ['New and not declared: Cream.', 'With a new meal, off the menu.'],
        },
        {
          row: 3,
          outcome: 'refused',
          name: 'Laksa',
          problems: ['Row 4, Prawns: Unit is missing.'],
          notes: [],
        },
      ],
    }));
    server.answers(importFile, () => ({
      importId: 1,
      counts: { new: 1, changed: 0, same: 0, refused: 1 },
    }));
    await open('recipes');
    await expect
      .element(page.getByText(/no meal of theirs is offered to a person with allergies/))
      .toBeVisible();
    const chooser = document.querySelector<HTMLInputElement>('input[type=file]')!;
    await userEvent.upload(chooser, new File([columns.join(',')], 'recipes.csv'));
    await page.getByLabelText('Price of new meals').fill('14.99');
    await button('Preview').click();
    await expect.element(page.getByText('New and not declared: Cream.')).toBeVisible();
    expect(await listViolations()).toEqual([]);
    await page.getByRole('tab', { name: 'To fix (1)' }).click();
    await expect.element(page.getByText('Row 4, Prawns: Unit is missing.')).toBeVisible();
    await button('Import 1 recipe').click();
    await expect.element(page.getByText('1 recipe imported')).toBeVisible();
    expect(server.sent(importFile)[0]?.body).toMatchObject({
      kind: 'recipes',
      mapping: { recipe: 0, step: 5 },
      answers: { price: '14.99' },
    });
  },
);
