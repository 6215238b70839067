import { describe, expect, test } from 'vitest';
import { findPasswordProblem } from './passwords.ts';

const OWNER = {
  email: 'noah.baker@example.com',
  firstName: 'Noah',
  lastName: 'Featherstone',
  business: 'Mango & Pine',
};
const HARDER = 'Please choose a password that is harder to guess';

test.each(['elevenchars', 'short', ''])('%j is shorter than twelve characters', (password) => {
  expect(findPasswordProblem(password, OWNER)).toBe(
    'Please choose a password of at least 12 characters',
  );
});

describe('is too easy to guess', () => {
  test.each([
    ['an email address', 'somebody.else@example.org'],
    ['the first name, decorated', 'Noah-Noah-Noah-1990'],
    ['the last name', 'featherstone!!'],
    ['the name in the email address', 'baker2024baker'],
    ['the name of the business', 'MangoAndPine2026'.replace('And', '&')],
    ['the name of the business with our words', 'mango pine kitchen 1'],
    ['a known password', '1q2w3e4r5t6y'],
    ['a leaked password of letters and digits that mean nothing', 'Mailcreated5240'],
    ['a leaked sentence', 'In God We Trust'.replaceAll(' ', '')],
    ['a known password with digits behind it', 'password12345'],
    ['a known password with symbols around it', '!!!iloveyou2026!!!'],
    ['a known password with letters written as digits', 'p@ssw0rd!2026'],
    ['a known password twice', 'sunshinesunshine'],
    ['a repeated pattern', 'abcabcabcabcabc'],
  ])('%s', (_, password) => {
    expect(findPasswordProblem(password, OWNER)).toBe(HARDER);
  });
});

test.each(['mangoes by the bay at dawn', 'red soil and bay light', 'kXw4-pppT-29zz'])(
  '%j is accepted, of whatever characters',
  (password) => {
    expect(findPasswordProblem(password, OWNER)).toBeNull();
  },
);
