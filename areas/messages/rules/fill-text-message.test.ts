import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkMessageText, exampleValues, ourWords } from './check-message-text.ts';
import { DELIVERY_MESSAGES, toRecipientOf } from '#areas/messages/rules/delivery-messages.ts';
import { fieldNamesIn, fillText, MissingField } from '#platform/rules/fill-fields.ts';
import { fillTextMessage, gsmLength, toGsmText } from '#areas/messages/rules/fill-text.ts';
import { channelsOf, DELIVERY_MESSAGE_KINDS, fieldsOf } from '#areas/messages/rules/messages.ts';

const LINK = `https://meals.example.com.au/t/${'x'.repeat(16)}`;
const example = { business: 'Redlands Table', link: LINK };
/** By the alphabet's own definition, not by our table. */
const GSM =
  /^[\n\r @£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/;

describe('the table of messages', () => {
  test.each(DELIVERY_MESSAGE_KINDS)(
    '%s uses only its own fields, and can be saved as it is',
    (kind) => {
      const { text, email } = DELIVERY_MESSAGES[kind];
      const known: readonly string[] = fieldsOf(kind, 'email');
      expect(
        [text, email.subject, email.text].flatMap(fieldNamesIn).filter((f) => !known.includes(f)),
      ).toEqual([]);
      for (const channel of channelsOf(kind)) {
        expect(checkMessageText(kind, channel, ourWords(kind, channel), example)).toEqual({});
      }
    },
  );

  test.each(DELIVERY_MESSAGE_KINDS)(
    '%s cuts no word, whatever the name, the meal and the place: each is one of the template or of a value',
    (kind) => {
      const template = DELIVERY_MESSAGES[kind].text;
      const anyText = fc.string({ unit: 'grapheme', maxLength: 120 });
      fc.assert(
        fc.property(anyText, anyText, anyText, anyText, (first, meal, swap, place) => {
          const values = { ...exampleValues(example), first, meal, swap, place };
          const filled = fillTextMessage(template, values);
          expect(filled.text).toMatch(GSM);
          expect(filled.length).toBe(gsmLength(filled.text));
          expect(filled.fits).toBe(filled.length <= 160);
          expect(filled.text).toContain(LINK);
          const known = wordsIn(
            [template, 'a meal', ...Object.values(values)].map(toGsmText).join(' '),
          );
          expect([...wordsIn(filled.text)].filter((word) => !known.has(word))).toEqual([]);
        }),
      );
    },
  );

  test('a meal goes by fewer whole words; “Eggp. ran out” is never sent', () => {
    const ask = (meal: string, fallback = 'Lentil Pie') =>
      fillTextMessage(DELIVERY_MESSAGES.meal_ask.text, {
        ...exampleValues(example),
        meal,
        fallback,
      });
    expect(ask('Eggplant Parmigiana with Slow-Roasted Tomato').text).toContain(
      'sorry, Eggplant Parmigiana ran out for',
    );
    const { text, fits } = ask('Slow-Cooked “Crème Fraîche” Lamb 🐑', 'Eggplant Parmigiana');
    expect(text).toMatch(/Slow-Cooked "Crème ran out for .* we send Eggplant Parmigiana:/);
    expect(fits).toBe(false);
    expect(ask('Mild '.repeat(99) + 'and Hot').text).toContain('sorry, a meal ran out for');
  });

  test('a dish goes by what stands before “with”', () => {
    const values = { ...exampleValues(example), meal: 'Slow Lamb with Rosemary Potatoes' };
    expect(fillTextMessage(`${'word '.repeat(26)}{meal}`, values).text).toMatch(/ Slow Lamb$/);
  });

  test('a long place is said in full: sentences in brackets go first, then it takes two texts', () => {
    const place =
      'behind the blue gate at the side of the house, under the stairs where the dog sleeps';
    const { text, fits } = fillTextMessage('{business}: left {place}. [Not right? ]{link}', {
      ...exampleValues(example),
      place: `${place} and the bins stand on Mondays`,
    });
    expect(text).toBe(`Redlands Table: left ${place} and the bins stand on Mondays. ${LINK}`);
    expect(fits).toBe(false);
  });
});

function wordsIn(text: string): Set<string> {
  return new Set(text.split(/[^\p{L}\p{N}]+/u));
}

describe('filling', () => {
  test('replaces every field, and names the one that has no value', () => {
    expect(fillText('Hi {first}, {first}!', { first: 'Mia' })).toBe('Hi Mia, Mia!');
    expect(() => fillText('{nobody}', {})).toThrow(new MissingField('nobody'));
    expect(() => fillText('{toString}', {})).toThrow('{toString} has no value');
    expect(fillText('{first}', { first: '{link}' })).toBe('{link}');
  });
});

describe('the alphabet of texts', () => {
  test.each([
    ['‘Mia’s’ “pie” – now…', `'Mia's' "pie" - now...`],
    ['Zoë 🎉👩‍👧', 'Zoe'],
    ['Łukasz Dvořák', 'Lukasz Dvorak'],
    ['Crème brûlée', 'Crème brulée'],
    ['李', '?'],
    ['a\u00A0b', 'a b'],
  ])('%s becomes %s', (given, plain) => {
    expect(toGsmText(given)).toBe(plain);
  });

  test('braces, brackets and the euro count twice', () => {
    expect(gsmLength('a€[]{}^|~\\')).toBe(1 + 9 * 2);
  });

  test('any text becomes GSM', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(toGsmText(text)).toMatch(GSM);
      }),
    );
  });
});

describe('words that staff write', () => {
  const check = (text: string) =>
    checkMessageText('delivery_out', 'text', { subject: null, text }, example).text;

  test.each([
    ['', 'Please write something'],
    ['{business} {meal} {link}', '{meal} can’t be used here'],
    ['{link} is on its way', 'Please say who we are: use {business}'],
    ['{business} is on its way', 'Please give them their page: use {link}'],
    ['{business} {link} {from', 'Please close every brace'],
    ['{business} [{link}]', 'Please give them their page: use {link}'],
    ['{business} [soon {link}', 'Please close every bracket'],
  ])('a text “%s” is refused: %s', (text, problem) => {
    expect(check(text)).toBe(problem);
  });

  test('a text that would be sent as two is refused, and told how long it is', () => {
    expect(check(`{business}: ${'very '.repeat(30)}near. {link}`)).toMatch(
      /^Too long: \d+ characters when filled in, at most 160$/,
    );
  });

  test('an email needs a subject, but no link: its end says who we are and how to reach us', () => {
    const of = (subject: string) =>
      checkMessageText('delivery_out', 'email', { subject, text: 'Soon!' }, example);
    expect(of('')).toEqual({ subject: 'Please write something' });
    expect(of('Hi {first}')).toEqual({});
    expect(of('{money}')).toEqual({ subject: '{money} can’t be used here' });
  });
});

describe('what is texted to whom the food goes, when someone else pays', () => {
  const theirs = DELIVERY_MESSAGE_KINDS.flatMap((kind) => {
    const about = toRecipientOf(kind);
    return about ? [{ kind, ...about }] : [];
  });

  test('is about the delivery alone: what asks or tells of money is not there', () => {
    expect(theirs.map(({ kind }) => kind)).toEqual([
      'delivery_out',
      'delivery_late',
      'delivery_delivered',
      'delivery_missed',
      'delivery_moved',
      'delivery_corrected',
    ]);
  });

  test.each(theirs)(
    '$kind: no field could name an amount or a choice',
    ({ kind, fields, text }) => {
      const money = ['money', 'choose', 'ask', 'options', 'deadline', 'fallback', 'swap'];
      expect(fieldsOf(kind, 'recipient_text').filter((field) => money.includes(field))).toEqual([]);
      expect(fieldNamesIn(text).filter((name) => money.includes(name))).toEqual([]);
      expect(text).not.toMatch(/\$|refund|money|choose/i);
      const words = { subject: null, text: `${text} {money}` };
      expect(checkMessageText(kind, 'recipient_text', words, example)).toHaveProperty('text');
      expect(fields.every((field) => field in exampleValues(example))).toBe(true);
      expect(fillTextMessage(text, exampleValues(example)).fits).toBe(true);
    },
  );
});
