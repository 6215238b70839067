import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  type AllergensDifferReply,
  archiveComponent,
  createIngredient,
  type ComponentReply,
  readRecipeBook,
  type RecipeBookReply,
  updateComponent,
  updateIngredient,
} from '#areas/recipes/calls/recipe-book.ts';
import { listComponentVersions, replaceComponent } from '#areas/recipes/calls/recipe-history.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';
import { anIngredient } from '#quality/support/an-ingredient.ts';
import { CookbookTab } from './cookbook-tab.tsx';

const server = fakeServer();

const GARLIC = anIngredient({ lossBp: 1000 });
const TZATZIKI: ComponentReply = {
  id: 1,
  name: 'Tzatziki',
  baseUnit: 'g',
  gramsPerLitre: null,
  potQty: 1000,
  minQty: 100,
  wholePots: false,
  keepsDays: 2,
  keepsBecause: null,
  cookAheadDays: 1,
  readyDaysBefore: 0,
  restartsLife: false,
  handsMinutes: 30,
  restMinutes: null,
  cookMinutes: null,
  chillMinutes: null,
  coreCheck: false,
  equipmentName: '',
  steps: '',
  lines: [{ ingredientId: 1, qty: 1000, lossBp: null }],
  version: 2,
};
const BOOK: RecipeBookReply = {
  ingredients: [GARLIC],
  components: [TZATZIKI, { ...TZATZIKI, id: 2, name: 'Salsa' }],
  meals: [],
  includesGst: false,
};
const DIFFER: AllergensDifferReply['meals'][number] = {
  mealId: 7,
  name: 'Souvlaki',
  missing: ['sulphites'],
  unchecked: [],
  allergens: ['milk', 'sulphites'],
  ingredients: 'Chicken, yoghurt (milk).',
  proposedIngredients: 'Chicken, salsa (sulphites), yoghurt (milk).',
  people: 2,
};
const differ = (...meals: AllergensDifferReply['meals']) =>
  refused(409, { code: 'allergens_differ', message: 'Souvlaki does not declare it.', meals });

const open = (query: string) =>
  openPortalPage(<CookbookTab />, { server, heading: 'Recipes', at: `/admin?${query}` });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string | RegExp) => page.getByRole('textbox', { name });
const alert = () => page.getByRole('alert').first();

beforeEach(async () => {
  await page.viewport(820, 900);
  server.answers(readRecipeBook, () => BOOK);
});

describe('an ingredient', () => {
  test('with a comma in a figure is not sent: it must not become “not known”', async () => {
    await open('part=ingredients&open=1');
    await field('Protein, g').fill('6,5');
    await button('Save').click();
    await expect.element(field('Protein, g')).toHaveAttribute('aria-invalid', 'true');
    expect(server.sent(updateIngredient)).toEqual([]);
    server.answers(updateIngredient, () => BOOK);
    await field('Protein, g').fill('6.5');
    await field('Sodium, mg').fill('');
    await button('Save').click();
    await expect
      .poll(() => server.sent(updateIngredient)[0]?.body)
      .toMatchObject({ proteinGrams: 6.5, sodiumMg: null, lossBp: 1000 });
    expect(await listViolations()).toEqual([]);
  });

  test('that was changed is not left by a slip of the finger', async () => {
    await open('part=ingredients&open=1');
    await field('Name').fill('Garlic, peeled');
    await page.getByRole('link', { name: 'Back to the list' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect.element(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await expect.element(field('Name')).toHaveValue('Garlic, peeled');
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await dialog.getByRole('button', { name: 'Leave', exact: true }).click();
    await expect.element(page.getByRole('link', { name: 'Garlic' })).toBeVisible();
  });
});

describe('the lines of a recipe', () => {
  const line = (number: number) => page.getByRole('combobox', { name: `Line ${number}` });
  const amount = (number: number) => field(`Amount of line ${number}`);
  const option = (name: string | RegExp) => page.getByRole('option', { name });
  const linesSent = () => server.sent(updateComponent)[0]?.body.lines;
  const paste = (text: string) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  };

  beforeEach(() => {
    server.answers(updateComponent, () => BOOK);
  });

  test('are written without the mouse: a few letters, the amount with its unit, Enter', async () => {
    server.answers(readRecipeBook, () => ({
      ...BOOK,
      ingredients: [
        { ...GARLIC, gramsPerLitre: 600 },
        { ...GARLIC, id: 2, name: 'Black garlic' },
      ],
    }));
    await open('part=components&open=1');
    await expect.element(line(1)).toHaveValue('Garlic');
    await expect.element(amount(1)).toHaveValue('1000 g');
    await amount(1).click();
    await userEvent.keyboard('{Enter}');
    await expect.element(line(2)).toHaveFocus();
    await userEvent.keyboard('ga');
    await expect
      .poll(() =>
        page
          .getByRole('listbox')
          .getByRole('option')
          .elements()
          .map((one) => one.textContent),
      )
      .toEqual(['Garlic', 'Black garlic', 'New ingredient ‘ga’']);
    await userEvent.keyboard('{Enter}');
    await expect.element(line(2)).toHaveValue('Garlic');
    await expect.element(amount(2)).toHaveFocus();
    await expect.element(field('Loss of line 2')).toHaveAttribute('placeholder', '10%');
    await userEvent.keyboard('2 tbsp{Enter}sal{Enter}1.5 kg');
    await field('Loss of line 3').fill('12.5');
    await field('Cut of line 2').fill('5 mm batons');
    expect(await listViolations()).toEqual([]);
    await button('Save').click();
    await expect.poll(linesSent).toEqual([
      { ingredientId: 1, amount: '1000', unit: 'g', lossBp: null, prep: '' },
      { ingredientId: 1, amount: '2', unit: 'tbsp', lossBp: null, prep: '5 mm batons' },
      { componentId: 2, amount: '1.5', unit: 'kg', lossBp: 1250, prep: '' },
    ]);
  });

  test('an ingredient that nobody has entered is added where it is needed', async () => {
    const kohlrabi = { ...GARLIC, id: 3, name: 'Kohlrabi', contains: null, checkedAt: null };
    server.answers(createIngredient, () => kohlrabi);
    await open('part=components&open=1');
    await button('Add a line').click();
    await userEvent.keyboard('Kohlrabi');
    await option('New ingredient ‘Kohlrabi’').click();
    await expect.element(field('Name of the new ingredient')).toHaveValue('Kohlrabi');
    await page.getByRole('combobox', { name: 'Kept in' }).selectOptions('produce');
    expect(await listViolations()).toEqual([]);
    await button('Add the ingredient').click();
    await expect.element(amount(2)).toHaveFocus();
    expect(server.sent(createIngredient)[0]?.body).toMatchObject({
      name: 'Kohlrabi',
      storeArea: 'produce',
      contains: null,
    });
    await userEvent.keyboard('300 g');
    await button('Save').click();
    await expect.poll(linesSent).toMatchObject([{}, { ingredientId: 3, amount: '300' }]);
  });

  test('a pasted list is read line by line, and what is unknown waits in its row', async () => {
    await open('part=components&open=1');
    await button('Add a line').click();
    await expect.element(line(2)).toHaveFocus();
    paste('60 g garlic, crushed\n\n2 kg kohlrabi\nSalsa 300 g');
    await expect.element(line(2)).toHaveValue('Garlic');
    await expect.element(field('Cut of line 2')).toHaveValue('crushed');
    await expect.element(line(3)).toHaveValue('kohlrabi');
    await expect.element(line(4)).toHaveValue('Salsa');
    await expect.element(amount(4)).toHaveValue('300 g');
    await button('Save').click();
    await expect.element(line(3)).toHaveAttribute('aria-invalid', 'true');
    expect(server.sent(updateComponent)).toEqual([]);
    await button('Remove line 3').click();
    await amount(3).fill('a few');
    await button('Save').click();
    await expect.element(amount(3)).toHaveAttribute('aria-invalid', 'true');
    await amount(3).fill('3 kg');
    await button('Save').click();
    await expect.poll(linesSent).toMatchObject([
      { ingredientId: 1, amount: '1000' },
      { ingredientId: 1, amount: '60', prep: 'crushed' },
      { componentId: 2, amount: '3', unit: 'kg' },
    ]);
  });

  test('are shown for another size, and kept only when that is the recipe’s from now on', async () => {
    await open('part=components&open=1');
    const shown = field('Show for, g');
    await shown.fill('1,285');
    await expect.element(page.getByText('1,285 g')).toBeVisible();
    await expect.element(amount(1)).toHaveValue('1000 g');
    await button('Add a line').click();
    await userEvent.keyboard('Salsa{Enter}3 g');
    await shown.fill('100');
    await expect
      .element(page.getByText('Salsa would be 0.3 g: keep the larger size.'))
      .toBeVisible();
    await expect.element(button('Make this the recipe’s size')).not.toBeInTheDocument();
    await shown.fill('1285');
    await expect.element(page.getByText('3.86 g')).toBeVisible();
    await button('Make this the recipe’s size').click();
    await expect.element(field('Largest batch')).toHaveValue('1285');
    await button('Save').click();
    await expect
      .poll(() => server.sent(updateComponent)[0]?.body)
      .toMatchObject({
        pot: { amount: '1285', unit: 'g' },
        lines: [{ amount: '1285' }, { amount: '4' }],
      });
  });
});

describe('a component', () => {
  test('in use names its recipes, and is replaced everywhere once meals say what they declare', async () => {
    server.answers(archiveComponent, () =>
      refused(409, { code: 'in_use', message: 'Tzatziki is in a recipe: Souvlaki.' }),
    );
    server.answers(replaceComponent, ({ body }) =>
      body.settle.length === 0 ? differ(DIFFER) : BOOK,
    );
    await open('part=components&open=1');
    await button('Take off the list').click();
    await expect.element(alert()).toMatchTextContent('Tzatziki is in a recipe: Souvlaki.');
    await page.getByRole('combobox', { name: 'Replace it everywhere by' }).selectOptions('Salsa');
    await button('Replace').click();
    await expect
      .element(page.getByText('Souvlaki does not declare sulphites (2 people ahead)'))
      .toBeVisible();

    const list = field('Ingredients on the label of Souvlaki');
    await expect.element(list).toHaveValue(DIFFER.proposedIngredients);
    await expect.element(page.getByText(`On the label now: ${DIFFER.ingredients}`)).toBeVisible();
    await list.fill('Lamb');
    await button('Use this list').click();
    await expect.element(list).toHaveValue(DIFFER.proposedIngredients);
    await page.getByRole('checkbox', { name: 'Sulphites are under 10 mg/kg' }).click();
    await expect.element(button('Declare it and save')).toBeDisabled();
    await field('How you know it of Souvlaki').fill('4 mg/kg by the supplier’s test');
    expect(await listViolations()).toEqual([]);
    await button('Declare it and save').click();
    await expect
      .poll(() => server.sent(replaceComponent)[1]?.body)
      .toEqual({
        byId: 2,
        settle: [
          {
            mealId: 7,
            allergens: ['milk'],
            ingredients: DIFFER.proposedIngredients,
            reasons: { sulphites: '4 mg/kg by the supplier’s test' },
          },
        ],
      });
    // Back at the list.
    await expect.element(page.getByRole('link', { name: 'Tzatziki' })).toBeVisible();
  });

  test('says how long it takes and why it keeps longer than chilled food does', async () => {
    server.answers(updateComponent, () => BOOK);
    await open('part=components&open=1');
    await field('Cooking, minutes').fill('1441');
    await button('Save').click();
    await expect.element(field('Cooking, minutes')).toHaveAttribute('aria-invalid', 'true');
    expect(server.sent(updateComponent)).toEqual([]);
    await field('Cooking, minutes').fill('20');
    await expect
      .element(page.getByRole('combobox', { name: 'Why it keeps' }))
      .not.toBeInTheDocument();
    await field('Keeps, days').fill('14');
    await page.getByRole('combobox', { name: 'Why it keeps' }).selectOptions('sugar and salt');
    await page.getByRole('checkbox', { name: 'Measure its core' }).click();
    expect(await listViolations()).toEqual([]);
    await button('Save').click();
    await expect
      .poll(() => server.sent(updateComponent)[0]?.body)
      .toMatchObject({
        keepsDays: 14,
        keepsBecause: 'sugar_salt',
        handsMinutes: 30,
        restMinutes: null,
        cookMinutes: 20,
        coreCheck: true,
      });
  });

  test('cannot be settled while a pack is not read', async () => {
    server.answers(replaceComponent, () =>
      differ({ ...DIFFER, missing: [], unchecked: ['Stock powder'] }),
    );
    await open('part=components&open=1');
    await page.getByRole('combobox', { name: 'Replace it everywhere by' }).selectOptions('Salsa');
    await button('Replace').click();
    await expect.element(alert()).toMatchTextContent(/Stock powder, whose pack nobody has read/);
    await expect.element(button('Declare it and save')).not.toBeInTheDocument();
  });

  test('shows who saved which version, and what changed', async () => {
    server.answers(listComponentVersions, () => ({
      versions: [
        {
          version: 2,
          at: '2026-01-02T00:00:00Z',
          by: 'Casey Cook',
          changes: ['Garlic: 50 g → 57 g'],
        },
        { version: 1, at: '2026-01-01T00:00:00Z', by: null, changes: null },
      ],
      isCut: false,
    }));
    await open('part=components&open=1');
    expect(server.sent(listComponentVersions)).toEqual([]);
    await userEvent.click(page.getByText('Earlier versions'));
    await expect.element(page.getByText('Garlic: 50 g → 57 g')).toBeVisible();
    await expect.element(page.getByText('Casey Cook')).toBeVisible();
    await expect.element(page.getByText('the sample menu')).toBeVisible();
  });
});
