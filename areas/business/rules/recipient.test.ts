import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  handedTo,
  LONGEST_CARD_MESSAGE,
  recipientProblems,
  type SentRecipient,
  tellsPayer,
  tellsRecipient,
  tidyCardMessage,
  tidyRecipient,
} from '#areas/business/rules/recipient.ts';

const rose: SentRecipient = { firstName: ' Rose ', lastName: 'Lee', phone: '0498 765 432' };

test('who is sent without anything else is no present, is named the payer and gets no messages', () => {
  expect(recipientProblems(rose)).toEqual({});
  expect(tidyRecipient(rose)).toEqual({
    firstName: 'Rose',
    lastName: 'Lee',
    phone: '+61498765432',
    isGift: false,
    message: '',
    news: 'payer',
    namesPayer: true,
  });
});

test.each([
  ['firstName', { firstName: ' \u200B' }, /first name/],
  ['lastName', { lastName: '' }, /last name/],
  ['phone', { phone: '0512 345 678' }, /valid Australian phone/],
  ['news', { phone: '07 3821 0000', news: 'both' }, /mobile/],
  ['news', { phone: '07 3821 0000', news: 'recipient' }, /mobile/],
  ['message', { isGift: true, message: 'x'.repeat(LONGEST_CARD_MESSAGE + 1) }, /300 characters/],
  ['message', { isGift: true, message: 'x\n'.repeat(12) + 'x' }, /12 lines/],
  ['message', { message: 'Happy birthday' }, /present only/],
] as const)('%s: what is wrong with %j is said', (field, change, message) => {
  const problems = recipientProblems({ ...rose, ...change });
  expect(Object.keys(problems)).toEqual([field]);
  expect(problems[field]).toMatch(message);
});

test('a landline is fine as long as nobody texts it', () => {
  expect(recipientProblems({ ...rose, phone: '07 3821 0000' })).toEqual({});
});

test('a message keeps its lines and loses what cannot be printed, and tidying it twice changes nothing', () => {
  expect(tidyCardMessage(' Dear\r\nRose,\t\u202Eyou \n\n\n\n Love ')).toBe(
    'Dear\nRose, you\n\nLove',
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const tidy = tidyCardMessage(text);
      expect(tidyCardMessage(tidy)).toBe(tidy);
      expect(tidy).not.toMatch(/[^\P{Cc}\n]|\n{3}/u);
    }),
  );
});

test.each([
  [null, true, false],
  [{ news: 'payer' }, true, false],
  [{ news: 'recipient' }, false, true],
  [{ news: 'both' }, true, true],
] as const)('of %j the payer is told: %s, the recipient: %s', (recipient, payer, theirs) => {
  expect(tellsPayer({ recipient })).toBe(payer);
  expect(tellsRecipient({ recipient })).toBe(theirs);
});

test('it is handed to the recipient, else to the payer', () => {
  const customer = { firstName: 'Anna', lastName: 'Lee', phone: '+61412345678' };
  const recipient = tidyRecipient(rose);
  expect(handedTo({ customer, recipient: null })).toEqual(customer);
  const { firstName, lastName, phone } = recipient;
  expect(handedTo({ customer, recipient })).toEqual({ firstName, lastName, phone });
});
