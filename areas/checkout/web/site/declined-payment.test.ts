import { expect, test } from 'vitest';
import { explainDecline } from './card-payments.tsx';

test.each([
  ['insufficient_funds', /isn’t enough/],
  ['card_velocity_exceeded', /isn’t enough/],
  ['issuer_not_available', /isn’t answering/],
  ['currency_not_supported', /can’t be used here/],
  ['lost_card', /didn’t say why/],
  ['stolen_card', /didn’t say why/],
  ['fraudulent', /didn’t say why/],
  ['a_code_of_tomorrow', /didn’t say why/],
])('a card declined as %s is explained', (code, advice) => {
  const declined = {
    type: 'card_error',
    code: 'card_declined',
    message: 'Your card was declined.',
  };
  expect(explainDecline({ ...declined, decline_code: code })).toEqual({
    message: 'Your card was declined.',
    advice: expect.stringMatching(advice),
  });
});

test.each([
  ['expired_card', 'This card has expired.'],
  ['incorrect_cvc', 'The security code doesn’t match.'],
  ['invalid_number', 'Check the card number.'],
])('without a decline code, %s says what is wrong', (code, advice) => {
  expect(explainDecline({ type: 'card_error', code, message: 'No.' }).advice).toBe(advice);
});

test('messages for programmers are not shown to customers', () => {
  const error = { type: 'invalid_request_error', message: 'No such payment_intent: pi_1' };
  const nothing = 'Your payment was not completed. Nothing was charged.';
  expect(explainDecline(error)).toEqual({ message: nothing, advice: nothing });
  expect(explainDecline(null)).toEqual({ message: nothing, advice: nothing });
});

test('a real card in a test kitchen is told which card to use', () => {
  const message = 'Your request was in test mode, but used a non test card. Use a known test card.';
  const { advice } = explainDecline({ type: 'card_error', code: 'card_declined', message });
  expect(advice).toContain('4242 4242 4242 4242');
});
