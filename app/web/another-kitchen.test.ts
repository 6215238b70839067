/** The site of a kitchen elsewhere, with other words and days, says nothing of the default one. */
import { describe, expect, test } from 'vitest';
import {
  kitchenInHobart,
  WORD_OF_ANOTHER_SERVICE,
  WORDS_OF_THE_DEFAULTS,
} from '#quality/support/a-kitchen-in-hobart.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { CATALOGUE, ordinarySituation } from '#areas/business/rules/texts/catalogue.ts';
import { fillMarks, plainParagraphs } from '#areas/business/rules/texts/shown-text.ts';
import {
  oursOf,
  type OurTopic,
  type OwnText,
  type OwnTexts,
  TEXT_PAGES,
  type TopicsEntry,
} from '#areas/business/rules/texts/text-entry.ts';
import { textValues } from '#areas/business/rules/texts/text-values.ts';
import type { Sale } from '#areas/business/rules/sale-state.ts';
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
    expect(WORD_OF_ANOTHER_SERVICE.exec(html)?.[0]).toBeUndefined();
  });
});

/** Every text in a kitchen's own words; our rules stay between its topics. */
function ownOfEverything(): OwnTexts {
  const mine = (key: string) => `Eigen ${key}`;
  return Object.fromEntries(
    Object.entries(CATALOGUE).map(([key, entry]): [string, OwnText] => {
      if (entry.kind === 'notice') return [key, { text: mine(key), from: null, until: null }];
      if (entry.kind !== 'topics') return [key, mine(key)];
      const topic = { id: 'own-1', title: mine(`${key} title`), text: mine(key) };
      const rules = oursIn(entry).filter(({ isRule }) => isRule);
      return [key, [topic, ...rules.map(({ id }) => ({ rule: id }))]];
    }),
  );
}

const VALUES = textValues(kitchenInHobart, { prices: [1449, 1499], tiers: [] });
const SITUATION = ordinarySituation(kitchenInHobart, VALUES);

function oursIn(entry: TopicsEntry): readonly OurTopic[] {
  return oursOf<readonly OurTopic[]>(entry, SITUATION);
}

/** What we would say, of more than three words. */
function ourSentences(): string[] {
  const templates = Object.values(CATALOGUE).flatMap((entry) => {
    if (entry.kind === 'topics')
      return oursIn(entry).flatMap(({ title, text, isRule }) => (isRule ? [] : [title, text]));
    return [entry.kind === 'notice' ? entry.ours : oursOf<string>(entry, SITUATION)];
  });
  return templates
    .flatMap((template) => plainParagraphs(fillMarks(template, VALUES).blocks))
    .filter((sentence) => sentence.split(' ').length > 3);
}

describe.each<[string, Sale]>([
  ['before the launch', { state: 'before' }],
  ['after the launch', { state: 'open' }],
  ['at the end', { state: 'ended' }],
])('a kitchen that wrote every text itself, %s', (_when, sale) => {
  const own = ownOfEverything();
  const ours = ourSentences();

  test.each(Object.values(TEXT_PAGES).map(({ path }) => path))(
    '%s says nothing of ours or of the default kitchen',
    async (url) => {
      const { html, text } = await render(url, { business: kitchenInHobart, sale, own });
      expect(WORDS_OF_THE_DEFAULTS.exec(html)?.[0]).toBeUndefined();
      expect(ours.filter((sentence) => text.includes(sentence))).toEqual([]);
      expect(text).toContain('Eigen notice');
    },
  );

  test('each of its texts is on a page', async () => {
    const pages = await Promise.all(
      Object.values(TEXT_PAGES).map(({ path }) =>
        render(path, { business: { ...kitchenInHobart, aboutStory: 'We cook.' }, sale, own }),
      ),
    );
    const all = pages.map(({ html }) => html).join('\n');
    const other = sale.state === 'before' ? /\.after$/ : /\.before$/;
    const missing = Object.keys(CATALOGUE).filter((key) => !all.includes(`Eigen ${key}`));
    const isShownElsewhen = (key: string) =>
      other.test(key) || (key.startsWith('sale.') && key !== `sale.${sale.state}`);
    expect(missing.filter((key) => !isShownElsewhen(key))).toEqual([]);
  });
});

test('our sentences are looked for where we say them', async () => {
  const texts = await Promise.all(
    Object.values(TEXT_PAGES).map(({ path }) =>
      render(path, { business: kitchenInHobart, hasLaunched: true }),
    ),
  );
  const all = texts.map(({ text }) => text).join('\n');
  const found = ourSentences().filter((sentence) => all.includes(sentence));
  expect(found.length).toBeGreaterThan(50);
});

test('a draft marks what it changes, and nothing else', async () => {
  const own = { 'about.lead': 'Mine.', 'home.headline': 'Hello' };
  const drawn = async (url: string, marked?: string[]) =>
    (await render(url, { own, marked })).html.match(/<mark[^>]*>.*?<\/mark>/g) ?? [];
  expect(await drawn('/about')).toEqual([]);
  expect(await drawn('/about', ['about.lead'])).toEqual([expect.stringContaining('Mine.')]);
  expect(await drawn('/', ['about.lead'])).toEqual([]);
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
