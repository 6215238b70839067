import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { kitchenInHobart } from '#quality/support/a-kitchen-in-hobart.ts';
import { untrueDefaultWords, textWarnings, withField } from './text-warnings.ts';
import { textValues } from './text-values.ts';

const facts = {
  values: textValues(defaultBusiness, { prices: [1249, 1799], tiers: [] }),
  business: defaultBusiness,
  prices: ['$12.49', '$14.99', '$17.99'],
  defaults: untrueDefaultWords(defaultBusiness),
};
const warnings = (text: string) => textWarnings(text, facts);

describe('a figure, day, time or postcode that is a fact', () => {
  test.each([
    ['Weekly costs $5.99.', '$5.99', 'weeklyFee'],
    ['Weekly costs $5.99 per person.', '$5.99 per person', 'weeklyFee'],
    ['Order by Sunday 5pm.', 'Sunday 5pm', 'cutoff'],
    ['We bring it 11am-1pm or 4pm-6pm.', '11am-1pm or 4pm-6pm', 'windows'],
    ['From $12.49 each.', '$12.49', 'priceFrom'],
    ['Call (07) 5550 0164 now', '(07) 5550 0164', 'phone'],
    ['In 12 mainland suburbs', '12', 'suburbCount'],
    ['We answer within 24 hours.', '24', 'replyHours'],
    ['Our week starts on Tuesday.', 'Tuesday', 'weekStart'],
    ['At 11am-1pm', '11am-1pm', null],
    ['On Sunday at noon', 'Sunday', 'menuDay'],
    ['To 4163', '4163', null],
    ['Until 5pm', '5pm', null],
  ])('%s', (text, words, field) => {
    expect(warnings(text)).toEqual([expect.objectContaining({ words, field })]);
  });

  test('is put in braces at one press, wherever it stands', () => {
    const text = 'Weekly $5.99, again $5.99.';
    const [warning] = warnings(text);
    expect(withField(text, warning!)).toBe('Weekly {weeklyFee}, again {weeklyFee}.');
    expect(warnings(withField(text, warning!))).toEqual([]);
  });
});

test.each([
  ['Only $4.50 a meal', '“$4.50” is not one of your prices.'],
  ['All gluten-free', '“gluten-free”: only if you test for it. We say what is declared.'],
  ['Free from nuts', '“Free from nuts”: only if you test for it. We say what is declared.'],
  ['No dairy at all', '“No dairy”: only if you test for it. We say what is declared.'],
])('%s', (text, message) => {
  expect(warnings(text).map((warning) => warning.message)).toEqual([message]);
});

test.each([
  'We deliver {windows}, by {cutoff}.',
  'Meals from $14.99.',
  'Nothing to say.',
  '$59.90'.slice(0, 0),
])('nothing is said of “%s”', (text) => {
  expect(warnings(text)).toEqual([]);
});

test('names of the default kitchen are pointed out in another one alone', () => {
  const hobart = {
    values: textValues(kitchenInHobart, { prices: [], tiers: [] }),
    business: kitchenInHobart,
    prices: [],
    defaults: untrueDefaultWords(kitchenInHobart),
  };
  const text = 'Dinners in Redlands and Cleveland';
  expect(textWarnings(text, hobart).map(({ message }) => message)).toEqual([
    'This still says Redlands.',
    'This still says Cleveland.',
  ]);
  expect(warnings(text).filter(({ message }) => message.startsWith('This still'))).toEqual([]);
});
