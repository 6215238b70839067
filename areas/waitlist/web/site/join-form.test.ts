import { describe, expect, test } from 'vitest';
import { JoinWaitlistRequest } from '#areas/waitlist/calls/waitlist.ts';
import { problemsOf, readFields } from './join-form.tsx';

function filled(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

const SHORT = { email: 'mia@example.com', suburb: 'Russell Island' };
const LONG = { ...SHORT, name: 'Mia', phone: '', mealsPerWeek: '' };

describe('what is sent', () => {
  test('of the short form is what it asks for', () => {
    expect(readFields(filled(SHORT))).toEqual(SHORT);
  });

  test('of the long form is everything, with nothing for what was left empty', () => {
    expect(readFields(filled({ ...LONG, consent: 'yes' }))).toEqual({
      ...SHORT,
      name: 'Mia',
      phone: null,
      mealsPerWeek: null,
      consent: true,
    });
    expect(
      readFields(filled({ ...LONG, phone: '0412 345 678', mealsPerWeek: '10' })),
    ).toMatchObject({ phone: '0412 345 678', mealsPerWeek: 10 });
  });

  test('is what the server takes', () => {
    for (const form of [SHORT, LONG])
      expect(JoinWaitlistRequest.safeParse(readFields(filled(form))).success).toBe(true);
  });
});

describe('before it is sent', () => {
  test('what is required and blank is missing', () => {
    const fields = readFields(filled({ ...LONG, name: '  ', suburb: '' }));
    const { errors, isMissing } = problemsOf(fields, ['name', 'email', 'suburb']);
    expect(isMissing).toBe(true);
    expect(Object.keys(errors)).toEqual(['name', 'suburb']);
  });

  test('an invalid email is wrong, but not missing', () => {
    const { errors, isMissing } = problemsOf(readFields(filled({ ...SHORT, email: 'mia@' })), [
      'email',
      'suburb',
    ]);
    expect(isMissing).toBe(false);
    expect(Object.keys(errors)).toEqual(['email']);
  });

  test('a form that is right has no problems', () => {
    expect(problemsOf(readFields(filled(SHORT)), ['email', 'suburb'])).toEqual({
      errors: {},
      isMissing: false,
    });
  });
});
