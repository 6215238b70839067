import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { textEffects, untrueIn } from './text-warnings.ts';

const dearer = { before: defaultBusiness, after: { ...defaultBusiness, weeklyFeeCents: 750 } };
const noOffer = {
  before: defaultBusiness,
  after: { ...defaultBusiness, waitlistFirstOrderFree: false },
};

describe('a text that a kitchen wrote', () => {
  test('is untrue when it says a fact that has changed since', () => {
    expect(untrueIn('Weekly for $5.99.', dearer)).toEqual([
      { is: 'former', words: '$5.99', field: 'weeklyFee' },
    ]);
  });

  test('is untrue when a field of it has become empty', () => {
    expect(untrueIn('Now: {freeDelivery}', noOffer)).toEqual([
      { is: 'empty', field: 'freeDelivery' },
    ]);
    expect(untrueIn('{freeDelivery}', noOffer)).toEqual([]);
  });

  test.each(['Weekly for {weeklyFee}.', 'Daily for $2.99.', 'Nothing.'])('“%s” is not', (text) => {
    expect(untrueIn(text, dearer)).toEqual([]);
  });

  test('is named before facts are saved: what follows, what goes on saying the former, what is shown no more', () => {
    const own = {
      'home.intro': 'Weekly for {weeklyFee}.',
      'about.lead': 'Weekly for $5.99.',
      'how.topics': [{ id: 'a', title: 'Fees', text: '{weeklyFee}' }],
      'message.delivery_out.text': { subject: null, text: '{weeklyFee} $5.99' },
    };
    expect(textEffects(own, dearer)).toEqual([
      'Your text “About us, Lead” says “$5.99”, and goes on saying so. Change it in Page texts.',
      'Your texts with it follow: Home, Intro; How it works, Topics.',
    ]);
    expect(textEffects({ 'home.intro': 'Now: {freeDelivery}' }, noOffer)).toEqual([
      'Your text “Home, Intro” uses {freeDelivery}, which is then empty: ours is shown instead.',
    ]);
    expect(textEffects(own, { before: defaultBusiness, after: defaultBusiness })).toEqual([]);
  });
});
