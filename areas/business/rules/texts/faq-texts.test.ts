import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { FAQ_TEXTS } from './faq-texts.ts';
import { PRIVACY_TEXTS } from './privacy-texts.ts';
import { plainParagraphs, landingQuestions, shownTopics } from './shown-text.ts';
import { ordinarySituation } from './catalogue.ts';
import type { OwnTexts, OwnTopic, TextSituation } from './text-entry.ts';
import { textValues } from './text-values.ts';
import {
  FIRST_ORDER_OFFER,
  formatCutoff,
  formatFreeDelivery,
  formatWindows,
  formatZone,
} from '#areas/business/rules/service-text.ts';

const situationOf = (change: Partial<typeof defaultBusiness>): TextSituation => {
  const business = { ...defaultBusiness, ...change };
  return ordinarySituation(business, textValues(business, { prices: [], tiers: [] }));
};
const questionsOf = (change: Partial<typeof defaultBusiness> = {}, own: OwnTexts = {}) =>
  shownTopics(FAQ_TEXTS, 'faq.questions', { situation: situationOf(change), own });
const answerTo = (id: string, change: Partial<typeof defaultBusiness> = {}) => {
  const question = questionsOf(change).find((each) => each.id === id);
  return plainParagraphs(question?.blocks ?? []).join(' ');
};

test('there are twelve questions, seven of them for the landing page, each with an address of its own', () => {
  const questions = questionsOf();
  expect(questions).toHaveLength(12);
  expect(landingQuestions(questions)).toHaveLength(7);
  expect(new Set(questions.map(({ id }) => id)).size).toBe(12);
  for (const { id } of questions) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

test('of a kitchen’s own questions the landing page shows those marked for it, else the first', () => {
  const topic = (id: string, onLanding = false) => ({
    id,
    title: `${id}?`,
    text: 'Yes.',
    ...(onLanding && { onLanding: true as const }),
  });
  const rule = { rule: 'allergens' };
  const shown = (...topics: OwnTopic[]) =>
    landingQuestions(questionsOf({}, { 'faq.questions': topics })).map(({ id }) => id);
  expect(shown(topic('a'), topic('b'), rule)).toEqual(['a', 'b', 'allergens']);
  expect(shown(topic('a'), topic('b', true), rule)).toEqual(['b']);
});

test('answers follow the business facts', () => {
  expect(answerTo('delivery-pricing', { dailyFeeCents: 350 })).toContain('$3.50');
  expect(answerTo('delivery-areas')).toContain('12 mainland suburbs');
  expect(answerTo('delivery-areas')).toContain('Thorneside 4158');
  expect(answerTo('changes-and-help', { supportReplyHours: 48 })).toContain('about 48 hours');
  expect(answerTo('daily-or-weekly', { dailyFromMeals: 4 })).toContain('1 to 3 meals');
});

test('answers of a kitchen elsewhere say where and when it delivers', () => {
  const elsewhere = {
    timeZone: 'Australia/Hobart',
    suburbs: [{ name: 'Sandy Bay', postcode: '7005' }],
    region: {
      suburbsPhrase: 'suburbs along the Derwent',
      areaPhrase: 'southern Hobart',
      shortName: 'Hobart',
      state: 'TAS',
    },
    cutoff: { weekday: 4, minuteOfDay: 720 },
    orderWeekStart: 1,
  };
  expect(answerTo('delivery-areas', elsewhere)).toContain(
    'To 1 suburb along the Derwent: Sandy Bay 7005.',
  );
  expect(answerTo('ordering-schedule', elsewhere)).toContain(
    'By Thursday midday, Hobart time, for the week starting the following Monday. Our week runs from Monday to Sunday',
  );
});

test('a kitchen that brings everything on one day does not speak of a window for each day', () => {
  const perDay = /a different one on any day/;
  expect(answerTo('delivery-windows')).toMatch(perDay);
  expect(answerTo('delivery-windows', { deliveryTypes: ['weekly'] })).not.toMatch(perDay);
});

test('the privacy page names a text service only where there is one', () => {
  const shared = (sendsTexts: boolean) => {
    const situation = { ...situationOf({}), sendsTexts };
    const topics = shownTopics(PRIVACY_TEXTS, 'privacy.topics', { situation, own: {} });
    const topic = topics.find(({ id }) => id === 'shared');
    return plainParagraphs(topic?.blocks ?? []).join(' ');
  };
  expect(shared(true)).toContain('A text service gets our texts and your number.');
  expect(shared(false)).not.toContain('text service');
});

describe('free delivery', () => {
  test('is promised to the waitlist only while only the waitlist gets it', () => {
    const answer = answerTo('delivery-pricing');
    expect(answer).toContain(FIRST_ORDER_OFFER.replace('The', 'the'));
    expect(answer).toContain('large orders pay the same delivery fees');
  });

  test('is promised for many meals once many meals get it', () => {
    const answer = answerTo('delivery-pricing', { freeDeliveryFromMeals: 10 });
    expect(answer).toContain('Orders of 10 meals or more are delivered free.');
    expect(answer).not.toContain('large orders pay');
  });

  test('is not mentioned when nobody gets it', () => {
    const none = { freeDeliveryFromMeals: null, waitlistFirstOrderFree: false };
    expect(formatFreeDelivery(none)).toEqual([]);
    expect(answerTo('delivery-pricing', none)).not.toContain('free');
  });
});

test('facts in words', () => {
  expect(formatCutoff(defaultBusiness)).toBe('Sunday 5pm');
  expect(formatWindows(defaultBusiness)).toBe('11am-1pm or 4pm-6pm');
  expect(formatZone(defaultBusiness)).toBe('Brisbane');
});
