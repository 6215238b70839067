import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { type OpenPage, openPage } from '#platform/web/testing/open-page.tsx';
import { MealLink } from './meal-link.tsx';

const meal = anOrderedMeal({
  name: 'Satay Beef',
  ingredients: 'Beef (30%), peanut sauce (peanut, soy), rice.',
  allergens: ['peanut', 'soy'],
  heating: 'Microwave: heat on high for 3 minutes. Reheat once only.',
  sodium: 560,
  servingGrams: 400,
});

let opened: OpenPage;

beforeEach(async () => {
  opened = await openPage(
    <main>
      <h1>Menu</h1>
      <h2>
        <MealLink meal={meal}>Satay Beef</MealLink>
      </h2>
    </main>,
    { at: '/menu', meals: [meal] },
  );
});

const link = () => page.getByRole('link', { name: 'Satay Beef' });
const sheet = () => page.getByRole('dialog', { name: 'Satay Beef' });

describe('the link of a meal on the menu', () => {
  test('is the address of its page, for another tab and for when there are no scripts', async () => {
    await expect.element(link()).toHaveAttribute('href', '/menu/satay-beef');
  });

  test('opens the sheet, which says everything that the page says, without leaving the menu', async () => {
    await link().click();
    await expect.element(sheet()).toBeVisible();
    for (const fact of [
      '$14.99',
      'Contains: peanut, soy',
      'Heating',
      'Reheat once only.',
      'traces',
    ])
      await expect
        .element(sheet())
        .toMatchTextContent(new RegExp(fact.replace('$', String.raw`\$`)));
    await expect
      .element(sheet().getByRole('row', { name: /^Sodium/ }))
      .toMatchTextContent('560 mg140 mg');
    const bold = sheet()
      .getByRole('strong')
      .elements()
      .map((word) => word.textContent);
    expect(bold).toEqual(['peanut', 'peanut', 'soy']);
    expect(sheet().element().closest('h2'), 'a sheet in a heading would look like one').toBeNull();
    expect(opened.address()).toBe('/menu');
    expect(await listViolations()).toEqual([]);
  });

  test('by keyboard: Enter opens it, Escape closes it, and the focus returns', async () => {
    link().element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(sheet()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet()).not.toBeInTheDocument();
    await expect.element(link()).toHaveFocus();
  });

  test('leads from the sheet to the order, with this meal', async () => {
    await link().click();
    await sheet().getByRole('link', { name: 'Add to my week' }).click();
    expect(opened.address()).toBe('/order?meal=satay-beef');
  });
});
