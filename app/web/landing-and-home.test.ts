import { describe, expect, test } from 'vitest';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import type { Sale } from '#areas/business/rules/sale-state.ts';
import { indexedPaths } from './entry-server.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { render } from './test-pages.ts';

const count = (text: string, words: string | RegExp) => text.match(new RegExp(words, 'g'))?.length;

/** Links in the page itself, without header and footer, in order. */
function linksOf(html: string): string[] {
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  return [...main.matchAll(/<a[^>]* href="([^"]+)"/g)].map(([, href]) => href ?? '');
}

/** The text of the element with this id, up to the end of its section. */
function sectionOf(html: string, id: string): string {
  const start = html.indexOf(`id="${id}"`);
  return html
    .slice(start, html.indexOf('</section>', start))
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

describe.each([
  ['before the launch', false],
  ['after the launch', true],
])('the landing page with an empty menu, %s', (_, hasLaunched) => {
  test('keeps all seven parts', async () => {
    const { html, text } = await render(paths.landing(), { meals: [], hasLaunched });
    expect(text).toContain('Dinner in Redlands');
    expect(html).toMatch(/id="waitlist-form".*name="mealsPerWeek"/s);
    for (const blurb of ['Cooked by local chefs', 'Chosen by you', 'Delivered to your door'])
      expect(text).toContain(blurb);
    expect(sectionOf(html, 'how-it-works')).toContain('Heat and eat');
    const pricing = sectionOf(html, 'pricing');
    for (const tier of [
      '1-4 meals a week $19.99 per meal',
      '5-9 meals a week $17.99 per meal',
      '10+ meals a week $14.99 per meal',
    ])
      expect(pricing).toContain(tier);
    expect(pricing).not.toMatch(/on average|at most|from \$|NaN|Infinity/);
    expect(count(text, 'Coming Soon')).toBe(4);
    expect(count(sectionOf(html, 'preview-heading'), 'g protein')).toBe(4);
    expect(html.match(/<details/g)).toHaveLength(7);
  });

  test('every link within it has its target', async () => {
    const { html } = await render(paths.landing(), { meals: [], hasLaunched });
    const targets = linksOf(html).filter((href) => href.startsWith('#'));
    expect(targets).toEqual(expect.arrayContaining(['#how-it-works', '#pricing', '#faqs']));
    for (const target of targets) expect(html).toContain(`id="${target.slice(1)}"`);
  });
});

describe('the card for the largest orders', () => {
  const pricingWith = async (business = {}) =>
    sectionOf((await render(paths.landing(), { business })).html, 'pricing');

  test('leads with the free delivery that a new customer gets, and one footnote says for whom', async () => {
    const pricing = await pricingWith();
    expect(pricing).toMatch(/Free delivery on your first order\* 10\+ meals a week \$14\.99/);
    expect(count(pricing, /\*/)).toBe(2);
    expect(pricing).toMatch(
      /\* The first paid order from an email on our waitlist.*later orders pay for delivery/,
    );
  });

  test('leads with free delivery while large orders have it, without a footnote', async () => {
    const pricing = await pricingWith({ freeDeliveryFromMeals: 10 });
    expect(pricing).toMatch(/Free delivery 10\+ meals a week/);
    expect(pricing).not.toContain('*');
  });

  test('leads with nothing while nobody has it', async () => {
    const none = { freeDeliveryFromMeals: null, waitlistFirstOrderFree: false };
    expect(await pricingWith(none)).not.toMatch(/free|\*/i);
  });
});

test('a menu that no tier is true of still has a pricing section', async () => {
  const { html } = await render(paths.landing(), { meals: [anOrderedMeal({ price: '39.00' })] });
  const pricing = sectionOf(html, 'pricing');
  expect(pricing).toContain('from $39.00 to $39.00');
  expect(pricing).not.toMatch(/meals a week|\*/);
});

describe('before the launch date', () => {
  test.each([paths.landing(), paths.waitlist()])('%s announces it', async (url) => {
    const { html, text } = await render(url, { hasLaunched: false });
    expect(text).toContain('Launch on July 15, 2025 · free delivery on your first order');
    expect(count(text, 'Coming Soon')).toBe(2);
    expect(linksOf(html)).not.toContain(paths.order());
  });
});

describe('from the launch date on', () => {
  test.each([paths.landing(), paths.waitlist()])(
    '%s says what joining gives, and where we deliver',
    async (url) => {
      const { text } = await render(url, { hasLaunched: true });
      expect(text).toContain(
        'Join the list: your first order is delivered free The first paid order from an email on our waitlist',
      );
      expect(text).toContain('We deliver to 12 mainland suburbs of the Redlands Council area.');
      expect(text).not.toMatch(/Coming Soon|Launch on|the launch\b|about to get easier/);
      expect(text).toContain('Butter Chicken $14.99');
    },
  );

  test('the landing page first offers to order, and joining comes second', async () => {
    const { html } = await render(paths.landing(), { hasLaunched: true });
    expect(linksOf(html)[0]).toBe(paths.order());
    const buttons = [
      ...html.matchAll(/<(?:a|button)[^>]*bg-primary text-on-primary[^>]*>([^<]*)/g),
    ];
    expect(new Set(buttons.map(([, label]) => label))).toEqual(new Set(['Order Now']));
    expect(html.indexOf('id="preview-heading"')).toBeLessThan(html.indexOf('id="join-heading"'));
  });
});

const BREAK = {
  state: 'break',
  ordersFrom: '2027-01-03T07:00:00.000Z',
  backOn: '2027-01-12',
  reason: 'Summer holidays',
} as const;

describe('while the kitchen does not sell', () => {
  test.each<[string, Sale, string]>([
    ['before', { state: 'before', opensOn: '2027-02-03' }, 'We open on Wednesday 3 February 2027.'],
    ['on a break', BREAK, 'We’re on a break until Monday 11 January (Summer holidays).'],
    ['at the end', { state: 'ended' }, 'Thank you to everyone who ate with us.'],
  ])('%s, every page says so, and none says by when to order', async (_when, sale, words) => {
    for (const url of indexedPaths) {
      const { text } = await render(url, { sale });
      if (url !== paths.order()) expect(text, url).toContain(words);
      expect(text, url).not.toMatch(/[Oo]rder by|for the week by/);
    }
  });

  test('home offers the waitlist first before the launch, and only then', async () => {
    const links = async (sale: Sale) => linksOf((await render(paths.home(), { sale })).html);
    const three = [paths.order(), paths.menu(), paths.howItWorks()];
    expect((await links({ state: 'before' })).slice(0, 4)).toEqual([paths.waitlist(), ...three]);
    for (const sale of [BREAK, { state: 'open' } as const])
      expect((await links(sale)).slice(0, 3)).toEqual(three);
  });
});

describe('the home page', () => {
  test('always states price and protein, with the figures of the menu', async () => {
    const dearer = [
      { price: '14.99', protein: 29 },
      { price: '15.05', protein: 50 },
    ];
    const { text } = await render(paths.home(), { meals: dearer.map(anOrderedMeal) });
    expect(text).toContain('Average meal price $15.02');
    expect(text).toContain('25+g protein per meal');
    expect(text).toContain('12 Redlands Suburbs');
  });

  test('shows four sample meals of an empty menu, on plates and without a price', async () => {
    const { html, text } = await render(paths.home(), { meals: [] });
    const samples = sectionOf(html, 'samples');
    expect(count(samples, 'g protein')).toBe(4);
    expect(samples).not.toMatch(/\d+ g protein \$|\$\d+\.\d\d \d+ Cal/);
    expect(samples).toContain('See the menu');
    expect(html.match(/<img src="\/images\/plates\//g)).toHaveLength(7);
    for (const claim of ['Average meal price $14.99', '30+g protein per meal'])
      expect(text).toContain(claim);
  });
});

test('home and About tell of the people and the place only what the kitchen gave', async () => {
  const about = {
    aboutStory: 'Two sisters and a wood stove.',
    aboutPhoto: `/images/meals/${'a'.repeat(32)}-640.webp`,
    aboutCooks: [{ name: 'Asha', role: 'Head chef', line: 'Ask me for chilli.', photo: null }],
  };
  for (const url of [paths.home(), paths.about()]) {
    const without = await render(url);
    expect(without.text).not.toContain('Who cooks');
    expect(without.html).not.toContain('/images/meals/');
    const { html, text } = await render(url, { business: about });
    for (const said of ['Two sisters', 'Asha', 'Head chef', 'Ask me for chilli.'])
      expect(text).toContain(said);
    expect(html.match(/src="\/images\/meals\//g)).toHaveLength(1);
  }
});
