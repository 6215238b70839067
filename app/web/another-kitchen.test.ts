/** The site of a kitchen elsewhere, with other words and days, says nothing of the default one. */
import { describe, expect, test } from 'vitest';
import {
  kitchenInHobart,
  WORD_OF_THE_OTHER_SERVICE,
  WORDS_OF_THE_DEFAULTS,
} from '#quality/support/a-kitchen-in-hobart.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { pagePaths } from './entry-server.tsx';
import { lunch, render } from './test-pages.ts';

const urls = [
  ...pagePaths.map((path) => path.replaceAll(/:\w+/g, '1')),
  paths.meal(lunch.slug),
  '/lost',
];

describe.each([
  ['before the launch', false],
  ['after the launch', true],
])('%s', (_when, hasLaunched) => {
  test.each(urls)('%s names no place or day of the default kitchen', async (url) => {
    const { html } = await render(url, { business: kitchenInHobart, hasLaunched });
    expect(html).toContain('Derwent Kitchen');
    expect(WORDS_OF_THE_DEFAULTS.exec(html)?.[0]).toBeUndefined();
  });

  test.each(urls)('%s has no word of the service that it does not have', async (url) => {
    const { html } = await render(url, {
      business: kitchenInHobart,
      meals: [lunch],
      hasLaunched,
    });
    expect(WORD_OF_THE_OTHER_SERVICE.exec(html)?.[0]).toBeUndefined();
  });
});

test('the words are looked for where the default kitchen has them', async () => {
  const found = new Set<string>();
  for (const url of urls) {
    const { html } = await render(url);
    for (const [word] of html.matchAll(new RegExp(WORDS_OF_THE_DEFAULTS, 'gi')))
      found.add(word.toLowerCase());
  }
  for (const word of [
    'redland',
    'brisbane',
    'cleveland',
    'tuesday',
    'sunday 5pm',
    '5550 0164',
    '11am-1pm',
  ])
    expect(found).toContain(word);
});

test('its pages say where, by when and for which week people order', async () => {
  const { text } = await render(paths.howItWorks(), {
    business: kitchenInHobart,
    hasLaunched: true,
  });
  expect(text).toContain(
    'Order by Thursday midday, Hobart time, for the week starting the following Monday. Our week runs from Monday to Sunday.',
  );
  expect(text).toContain('To 3 suburbs along the Derwent: Battery Point, Kingston, Sandy Bay.');
  expect(text).toContain('We deliver 7am-9am, 9:30am-midday or 5pm-8pm.');
  const home = await render('/', { business: kitchenInHobart, hasLaunched: true });
  expect(home.text).toContain('3 Hobart Suburbs');
  expect(home.html).toContain('cooked by local chefs and delivered across southern Hobart.');
  const order = await render(paths.order(), { business: kitchenInHobart, hasLaunched: true });
  expect(order.text).toContain('cooked locally and delivered across southern Hobart.');
});

test('its logo is the picture of its tab and of its home screen', async () => {
  const logo = { hash: 'a'.repeat(32), width: 288, height: 96 };
  const { html } = await render('/', { business: { ...kitchenInHobart, logo } });
  expect(html).toContain(`<link rel="icon" href="/images/logo/${logo.hash}-96.png"`);
  expect(html).toContain(`<link rel="apple-touch-icon" href="/images/logo/${logo.hash}-180.png"`);
  expect(html).not.toContain('/favicon.svg');
});
