import { describe, expect, test } from 'vitest';
import { formFields, parseForm } from '../http/call.ts';
import { readParameters } from '../http/parameters.ts';
import { StripeError } from '../http/stripe-errors.ts';
import { readTestCard } from './payment-method.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const CARD = { number: '4242424242424242', exp_month: '11', exp_year: '2026', cvc: '123' };

function readCard(changes: Partial<typeof CARD>) {
  const form = new URLSearchParams({ ...CARD, ...changes }).toString();
  return readTestCard(readParameters(formFields(parseForm(form)), Object.keys(CARD)), NOW);
}

function rejection(changes: Partial<typeof CARD>) {
  try {
    return readCard(changes);
  } catch (error) {
    return error instanceof StripeError ? { status: error.status, ...error.details } : error;
  }
}

describe('a card is read', () => {
  test('with spaces or dashes between its groups', () => {
    expect(readCard({ number: '4242 4242 4242 4242' }).last4).toBe('4242');
    expect(readCard({ number: '4000-0025-0000-3155' })).toMatchObject({
      last4: '3155',
      behaviour: 'asks_bank',
    });
  });

  test('with a year of two or four digits', () => {
    expect(readCard({ exp_year: '27' }).expYear).toBe(2027);
    expect(readCard({ exp_year: '2027' }).expYear).toBe(2027);
  });

  test('until the end of its expiry month', () => {
    expect(readCard({ exp_month: '11', exp_year: '26' })).toMatchObject({
      expMonth: 11,
      expYear: 2026,
    });
  });
});

describe('a card is rejected', () => {
  test.each([
    [{ number: '' }, 'invalid_number', 'number'],
    [{ number: '4242' }, 'invalid_number', 'number'],
    [{ number: '424242424242424' }, 'invalid_number', 'number'],
    [{ number: '42424242424242424242' }, 'invalid_number', 'number'],
    [{ number: '4242 4242 4242 424x' }, 'invalid_number', 'number'],
    [{ number: '4242424242424241' }, 'incorrect_number', 'number'],
    [{ number: '1234567812345678' }, 'incorrect_number', 'number'],
    [{ exp_month: '13' }, 'invalid_expiry_month', 'exp_month'],
    [{ exp_month: '0' }, 'invalid_expiry_month', 'exp_month'],
    [{ exp_month: '' }, 'invalid_expiry_month', 'exp_month'],
    [{ exp_year: '' }, 'invalid_expiry_year', 'exp_year'],
    [{ exp_year: '202' }, 'invalid_expiry_year', 'exp_year'],
    [{ exp_year: '2077' }, 'invalid_expiry_year', 'exp_year'],
    [{ exp_month: '10' }, 'expired_card', 'exp_month'],
    [{ exp_month: '12', exp_year: '25' }, 'expired_card', 'exp_month'],
    [{ cvc: '' }, 'invalid_cvc', 'cvc'],
    [{ cvc: '12' }, 'invalid_cvc', 'cvc'],
    [{ cvc: 'abc' }, 'invalid_cvc', 'cvc'],
  ])('with %o: %s', (changes, code, param) => {
    expect(rejection(changes)).toMatchObject({ status: 402, type: 'card_error', code, param });
  });
});
