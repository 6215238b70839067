/** The page of a meal, as visitors and search engines get it before any script. */
import { describe, expect, test } from 'vitest';
import { findPage } from './entry-server.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { dinner, lunch, render } from './test-pages.ts';

const soup = {
  ...lunch,
  id: 3,
  slug: 'lentil-soup',
  name: 'Lentil Soup',
  price: '12.99',
  ingredients: 'Red lentils (24%), soft tofu (soy), coconut milk, chicken stock, spinach.',
  allergens: ['soy'] as (typeof lunch)['allergens'],
  dietaryTags: ['vegan', 'gluten free', 'dairy free'] as (typeof lunch)['dietaryTags'],
  saturatedFat: 4.2,
  sugars: 5.1,
  sodium: 560,
  servingGrams: 400,
  shelfLifeDays: 3,
  freezable: true,
  heating: 'Microwave: heat on high for 3 minutes. Pan: simmer for 6 minutes. Reheat once only.',
  storage: 'Keep refrigerated.',
};
const meals = [lunch, soup, dinner];

function structuredDataOf(html: string): Record<string, unknown> | null {
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1];
  return json === undefined ? null : JSON.parse(json);
}

describe('the page of a meal', () => {
  test('says what it costs, contains and gives, how to heat and how to keep it, and leads to the order', async () => {
    const { status, text, html } = await render(paths.meal(soup.slug), { meals });
    expect(status).toBe(200);
    for (const fact of [
      'Lentil Soup',
      '$12.99',
      '418 Cal',
      '1,749 kJ',
      'Contains: soy',
      'Vegan',
      'per serving',
      'per 100 g',
      'Sodium 560 mg 140 mg',
      '– saturated 4.2 g 1.1 g',
      'Microwave: heat on high for 3 minutes.',
      'Keeps 3 days in the fridge after delivery. You can freeze it',
      'Keep refrigerated.',
      'so traces are possible. If a trace could harm someone, please call us before you order: (07) 5550 0164.',
    ])
      expect(text).toContain(fact);
    for (const to of [paths.order({ meal: soup.slug }), paths.menu(), paths.meal(lunch.slug)])
      expect(html).toContain(`href="${to}"`);
  });

  test('shows in bold the words that declare an allergen, and no others', async () => {
    const { html } = await render(paths.meal(soup.slug), { meals });
    const main = html.slice(html.indexOf('<main'));
    expect([...main.matchAll(/<strong>([^<]*)<\/strong>/g)].map(([, word]) => word)).toEqual([
      'soy',
    ]);
  });

  test('without declared allergens says to ask us', async () => {
    const { text } = await render(paths.meal(dinner.slug), { meals });
    expect(text).toContain('Allergens: ask us');
    expect(text).not.toContain('Contains:');
  });

  test('has its own title, description, address and picture', async () => {
    const { html } = await render(paths.meal(soup.slug), { meals });
    expect(html).toContain('<title>Lentil Soup · Redlands Table</title>');
    expect(html).toContain('<link rel="canonical" href="https://meals.example/menu/lentil-soup">');
    expect(html).toMatch(/name="description" content="\$12\.99, 418 Cal, 36 g protein\./);
    expect(html).toMatch(
      /property="og:image" content="https:\/\/meals\.example\/images\/share\/[\da-f]{16}\.jpg"/,
    );
    const other = await render(paths.meal(lunch.slug), { meals });
    const pictureOf = (page: string) => /og:image" content="([^"]+)"/.exec(page)?.[1];
    expect(pictureOf(other.html)).not.toBe(pictureOf(html));
  });

  test('tells search engines price, nutrition and diets, but nothing that speaks of allergens', async () => {
    const { html } = await render(paths.meal(soup.slug), { meals });
    const data = structuredDataOf(html);
    expect(data).toMatchObject({
      '@type': 'MenuItem',
      name: 'Lentil Soup',
      offers: { price: '12.99', priceCurrency: 'AUD' },
      nutrition: { servingSize: '400 g', calories: '418 Cal', sodiumContent: '560 mg' },
      suitableForDiet: ['https://schema.org/VeganDiet'],
    });
    expect(JSON.stringify(data)).not.toMatch(/gluten|dairy|lactose|free/i);
    expect(html).not.toMatch(/\b(free from|free of|gluten free|dairy free|suitable for|safe)\b/i);
  });

  test('of a meal that is not on the menu says so, is not listed, and offers no way to add it', async () => {
    const { status, html, text } = await render(paths.meal(soup.slug), {
      meals: [lunch],
      mealsOffMenu: [{ ...soup, isActive: false }],
    });
    expect(status).toBe(200);
    expect(text).toContain('This meal is not on this week’s menu.');
    expect(text).toContain('Contains: soy');
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain(paths.order({ meal: soup.slug }));
    expect(structuredDataOf(html)).toBeNull();
    const sent = /<script type="application\/json" data-meal>(.*?)<\/script>/s.exec(html)?.[1];
    expect(JSON.parse(sent ?? '')).toMatchObject({ slug: soup.slug });
  });

  test('of a meal that we do not have is the 404 page, the same for all', async () => {
    const { status, html, text } = await render('/menu/nothing-of-ours', { meals });
    expect(status).toBe(404);
    expect(text).toContain('404 Page Not Found');
    expect(text).toContain('Did you forget to add the page to the router?');
    expect(html).toContain('<meta name="robots" content="noindex">');
    const slugs = new Set(['lentil-soup']);
    expect(findPage('/menu/one', slugs).key).toBe(findPage('/menu/two', slugs).key);
  });

  test('another spelling of its address leads to it', () => {
    const slugs = new Set(['lentil-soup']);
    expect(findPage('/menu/Lentil-Soup/?x=1', slugs).redirect).toBe('/menu/lentil-soup?x=1');
    expect(findPage('/menu/lentil-soup', slugs).redirect).toBeNull();
  });

  test('cannot be made to end its own data by the name of a meal', async () => {
    const name = '</script><script>alert(1)</script>';
    const { html } = await render(paths.meal(soup.slug), {
      meals: [],
      mealsOffMenu: [{ ...soup, name, isActive: false }],
    });
    expect(html).not.toContain('<script>alert');
  });
});

describe('what customers thought of a meal', () => {
  const rated = { ...soup, rating: { average: '4.6', count: 23 } };

  test('is on its page and on the menu, and search engines are told it', async () => {
    const own = await render(paths.meal(soup.slug), { meals: [lunch, rated] });
    expect(own.text).toContain('4.6 of 5 stars (23 ratings)');
    expect(structuredDataOf(own.html)).toMatchObject({
      aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.6', ratingCount: 23 },
    });
    const menu = await render(paths.menu(), { meals: [lunch, rated] });
    expect(menu.text).toContain('4.6 of 5 stars (23 ratings)');
  });

  test('is in the words of those who let everyone read them, on its own page and not in the data of all pages', async () => {
    const comments = new Map([
      [soup.id, [{ firstName: 'Lan', stars: 2, comment: 'Too <b>salty</b>' }]],
    ]);
    const { text, html } = await render(paths.meal(soup.slug), { meals, comments });
    expect(text).toMatch(/What customers say.*2 of 5 stars Too &lt;b&gt;salty&lt;\/b&gt; Lan/);
    const sent = /<script type="application\/json" data-meal>(.*?)<\/script>/s.exec(html)?.[1];
    expect(JSON.parse(sent ?? '')).toMatchObject({ comments: comments.get(soup.id) });
    for (const url of [paths.menu(), paths.meal(lunch.slug)]) {
      const { html: others } = await render(url, { meals, comments });
      expect(others).not.toMatch(/What customers say|salty/);
    }
  });

  test('is nowhere while there are too few ratings', async () => {
    const { text, html } = await render(paths.meal(soup.slug), { meals });
    expect(text).not.toContain('ratings)');
    expect(structuredDataOf(html)).not.toHaveProperty('aggregateRating');
  });
});
