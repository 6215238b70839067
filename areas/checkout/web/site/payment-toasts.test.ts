import { expect, test } from 'vitest';
import { paymentFailureToast } from './use-card-payments.ts';

test.each([
  'Your request was in test mode, but used a non test card. Use a known test card such as 4242 4242 4242 4242.',
  'Your request was in live mode, but used a test card.',
])('a card of the wrong kind is told as a notice about testing: %s', (message) => {
  const toast = paymentFailureToast(message);
  expect(toast.title).toBe('Test Payment Notice');
  expect(toast.description).toContain('4242 4242 4242 4242');
});

test('any other refusal is shown in the card provider’s words', () => {
  expect(paymentFailureToast('Your card was declined.')).toMatchObject({
    title: 'Payment Failed',
    description: 'Your card was declined.',
  });
});
