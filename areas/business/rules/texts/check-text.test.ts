import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { kitchenInHobart, WORDS_OF_THE_DEFAULTS } from '#quality/support/a-kitchen-in-hobart.ts';
import { CATALOGUE, ordinarySituation, shownTexts, textsOn } from './catalogue.ts';
import { checkText, isSitePath } from './check-text.ts';
import { FRAME_TEXTS } from './frame-texts.ts';
import { emptiedFields, shownBlocks, shownTopics, templatesOf } from './shown-text.ts';
import { shownLine } from './shown-line.ts';
import { HOME_TEXTS } from './home-texts.ts';
import { oursOf, type OurTopic, type OwnText, type TextEntry } from './text-entry.ts';
import { textValues } from './text-values.ts';
import { TERMS_TEXTS } from './terms-texts.ts';

const values = textValues(defaultBusiness, { prices: [1249, 1799], tiers: [] });
const situation = ordinarySituation(defaultBusiness, values);
const rules = { situation, isPage: isSitePath };
const check = (key: string, value: OwnText) => checkText(CATALOGUE[key] as TextEntry, value, rules);

describe('a text that is refused', () => {
  test.each<[string, string, string]>([
    ['an unknown field', 'See {nothing}', '{nothing} can’t be used here'],
    ['an open brace', 'See {cutoff', 'Please close every brace'],
    ['HTML', 'See <b>this</b>', 'Please write without HTML; - makes a list'],
    ['a closing tag', 'See </p', 'Please write without HTML; - makes a list'],
    ['an unknown page', 'See [this](/nothing)', 'There is no page /nothing'],
    [
      'another scheme',
      'See [this](javascript:x)',
      'Links begin with / for a page of yours, or with https://',
    ],
    ['a host without a scheme', 'See [this](//a.example)', 'There is no page //a.example'],
    ['a control character', 'See\u0007', 'Please type it: it has characters that cannot be shown'],
    [
      'a change of direction',
      'See \u202E',
      'Please type it: it has characters that cannot be shown',
    ],
    ['nothing', '  ', 'Please write something, or go back to ours'],
    ['too much', 'x'.repeat(2001), 'Please use at most 2000 characters'],
  ])('%s', (_what, words, why) => {
    expect(check('home.intro', words)).toEqual({ '': why });
  });

  test.each([
    '[menu](/menu)',
    '[meal](/menu/butter-chicken)',
    '[faq](/faq#payment)',
    '[out](https://a.example/b)',
    'x < y',
    'Line\nline',
  ])('%s is not', (words) => {
    expect(check('home.intro', words)).toEqual({});
  });

  test('a line too long by what people read of it, not by what was typed', () => {
    expect(check('seo.home.title', 'x'.repeat(60))).toEqual({});
    expect(check('seo.home.title', 'x'.repeat(61))['']).toContain('at most 60');
    expect(check('home.headline', '{suburbs}')['']).toContain('filled in, it has');
    expect(check('home.headline', 'two\nlines')).toEqual({ '': 'Please use one line' });
  });

  test('words around a field that is empty now', () => {
    const none = { ...values, freeDelivery: '' };
    const now = { ...rules, situation: { ...situation, values: none } };
    const entry = CATALOGUE['home.intro'] as TextEntry;
    expect(checkText(entry, 'Now: {freeDelivery}', now)['']).toContain('{freeDelivery}');
    expect(checkText(entry, 'Now.\n\n{freeDelivery}', now)).toEqual({});
  });

  test('topics without a rule of ours, with one twice, with two of one address, or none', () => {
    const mine = { id: 'own-1', title: 'Deposit', text: 'None.' };
    const rest = ['ordering', 'prices', 'changes', 'allergies'].map((rule) => ({ rule }));
    expect(check('terms.topics', [mine, ...rest])).toEqual({});
    expect(check('terms.topics', [mine, ...rest.slice(1)])).toEqual({
      '': '“Ordering” has to stay, once',
    });
    expect(check('terms.topics', [...rest, { rule: 'ordering' }])['']).toContain('Ordering');
    expect(check('terms.topics', [...rest, mine, mine])).toEqual({
      '': 'Two have the same address',
    });
    expect(check('terms.topics', [...rest, { rule: 'privacy' }])['']).toContain('no such topic');
    expect(check('home.steps', [])['']).toContain('write something');
    expect(check('terms.topics', [...rest, { ...mine, title: '' }])).toHaveProperty('4.title');
  });

  test('a notice that ends before it begins', () => {
    const notice = { text: 'Closed on Friday', from: '2026-12-03', until: '2026-12-02' };
    expect(check('notice', notice)).toEqual({ until: 'Please choose a later day' });
    expect(check('notice', { ...notice, until: null })).toEqual({});
  });

  test('another kind of text', () => {
    expect(check('home.intro', [])).toHaveProperty('');
    expect(check('home.steps', 'x')).toHaveProperty('');
    expect(check('notice', 'x')).toHaveProperty('');
  });
});

describe('our own words', () => {
  const asOwn = (entry: TextEntry): OwnText => {
    if (entry.kind === 'notice') return { text: 'x', from: null, until: null };
    const ours = oursOf<string | readonly OurTopic[]>(entry, situation);
    if (typeof ours === 'string') return ours === '' ? 'x' : ours;
    return ours.map(({ id, title, text, isRule }) => (isRule ? { rule: id } : { id, title, text }));
  };

  test.each(Object.keys(CATALOGUE))('%s could be saved as they are', (key) => {
    const entry = CATALOGUE[key] as TextEntry;
    expect(check(key, asOwn(entry))).toEqual({});
  });

  test.each(Object.keys(CATALOGUE))(
    '%s names nothing of the default kitchen in another one',
    (key) => {
      const entry = CATALOGUE[key] as TextEntry;
      if (entry.kind === 'notice' || ('onlyWith' in entry && entry.onlyWith)) return;
      const hobart = textValues(kitchenInHobart, { prices: [1249], tiers: [] });
      const there = ordinarySituation(kitchenInHobart, hobart);
      const ours = oursOf<string | readonly OurTopic[]>(entry, there);
      const templates =
        typeof ours === 'string' ? [ours] : ours.flatMap(({ title, text }) => [title, text]);
      for (const template of templates)
        expect(WORDS_OF_THE_DEFAULTS.exec(template)?.[0]).toBeUndefined();
    },
  );
});

describe('what is shown', () => {
  const at = { situation, own: {} };

  test('is the kitchen’s own text, and ours once a field of it is empty', () => {
    const own = { 'home.headline': 'Hello {region}', 'home.intro': 'Now: {freeDelivery}' };
    expect(shownLine(HOME_TEXTS, 'home.headline', { ...at, own })).toBe('Hello Redlands');
    const none = { ...situation, values: { ...values, freeDelivery: '', region: '' } };
    expect(shownLine(HOME_TEXTS, 'home.headline', { situation: none, own })).toBe(
      'Good food, cooked nearby, ready when you are.',
    );
    expect(shownBlocks(HOME_TEXTS, 'home.intro', { situation: none, own })).toEqual(
      shownBlocks(HOME_TEXTS, 'home.intro', { situation: none, own: {} }),
    );
    expect(emptiedFields(own['home.intro'], none.values)).toEqual(['freeDelivery']);
  });

  test('a rule that an upgrade adds stands last in a text that does not know it', () => {
    const own = { 'terms.topics': [{ id: 'own-1', title: 'Mine', text: 'x' }, { rule: 'prices' }] };
    const ids = shownTopics(TERMS_TEXTS, 'terms.topics', { ...at, own }).map(({ id }) => id);
    expect(ids).toEqual(['own-1', 'prices', 'ordering', 'changes', 'allergies']);
  });

  test('our word on the islands stands only while suburbs and region are the default’s', () => {
    const line = (business: typeof defaultBusiness, own = {}) => {
      const shown = shownTexts(business, own, { prices: [], tiers: [] });
      return shownLine(FRAME_TEXTS, 'footer.area', {
        situation: { ...situation, business, values: shown.values },
        own: shown.own,
      });
    };
    expect(line(defaultBusiness)).toContain('bay islands');
    expect(line({ ...defaultBusiness, suburbs: defaultBusiness.suburbs.slice(1) })).toBe('');
    expect(line(kitchenInHobart)).toBe('');
    expect(line(kitchenInHobart, { 'footer.area': 'Not Bruny Island.' })).toBe('Not Bruny Island.');
  });

  test('a notice stands from its first day to its last', () => {
    const notice = { text: 'Closed', from: '2026-12-02', until: '2026-12-03' };
    const shown = shownTexts(defaultBusiness, { notice }, { prices: [], tiers: [] });
    const days = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04'];
    expect(days.map((day) => 'notice' in textsOn(day, shown).own)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test('the words of messages go to no page', () => {
    const own = { 'message.delivery_out.text': { subject: null, text: 'x' } };
    expect(shownTexts(defaultBusiness, own, { prices: [], tiers: [] }).own).toEqual({});
    expect(templatesOf(own['message.delivery_out.text'])).toEqual(['', 'x']);
  });
});
