import { assert, constantFrom, oneof, property, string, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emailKey, isEmailAddress, mailboxKey } from '#platform/rules/customer-name.ts';

/** The rule of a browser's email field, as the HTML standard prints it. */
const BROWSER_RULE =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

describe('an email address', () => {
  test.each([
    'jo@example.com',
    'JO@EXAMPLE.COM',
    'jo.o-brien+meals@mail.example.com.au',
    "o'brien@example.com",
    '1@2.au',
    'jo@example.museum',
    'jo@xn--mnchen-3ya.example',
    '  jo@example.com  ',
    `${'x'.repeat(64)}@example.com`,
    `jo@${'x'.repeat(63)}.com`,
  ])('is "%s"', (text) => {
    expect(isEmailAddress(text)).toBe(true);
  });

  test.each([
    '',
    ' ',
    'jo',
    'jo@',
    '@example.com',
    'jo@@example.com',
    'jo@example@example.com',
    'jo@.com',
    'jo@example.',
    'jo@example..com',
    'jo@-example.com',
    'jo@example-.com',
    'jo@exa_mple.com',
    'jo smith@example.com',
    'jo@exam ple.com',
    'Jo <jo@example.com>',
    'jo@example.com, ben@example.com',
    'jo@example.com;ben@example.com',
    'jo@example.com\r\nBcc: all@example.com',
    'jo@example.com\u0000',
    `jo@${'x'.repeat(64)}.com`,
    `${'x'.repeat(250)}@example.com`,
  ])('is not "%s"', (text) => {
    expect(isEmailAddress(text)).toBe(false);
  });

  test('is what a browser accepts, with a dot in its domain', () => {
    const characters = constantFrom(...'abcXYZ019.-+_\'"@ ,<>é');
    const part = string({ unit: characters, minLength: 1, maxLength: 12 });
    const likely = tuple(part, part, constantFrom('.com', '.com.au', '.', '..au')).map(
      ([name, domain, end]) => `${name}@${domain}${end}`,
    );
    assert(
      property(oneof(likely, part), (text) => {
        const domain = text.slice(text.indexOf('@') + 1);
        const accepted = BROWSER_RULE.test(text.trim());
        if (isEmailAddress(text)) expect(accepted).toBe(true);
        if (accepted && domain.includes('.')) expect(isEmailAddress(text)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('two spellings of an email address', () => {
  test.each([
    ['jo@example.com', 'Jo@Example.COM'],
    ['jo@example.com', ' jo@example.com '],
  ])('%s and "%s" are one', (one, other) => {
    expect(emailKey(one)).toBe(emailKey(other));
  });

  test.each([
    ['jo@example.com', 'jo@example.com.au'],
    ['jo@example.com', 'jo+meals@example.com'],
    ['jo@example.com', 'j.o@example.com'],
  ])('%s and %s are two', (one, other) => {
    expect(emailKey(one)).not.toBe(emailKey(other));
  });
});

test.each([
  ['M.i.a+food@Gmail.com', 'mia@gmail.com'],
  ['mia@googlemail.com', 'mia@gmail.com'],
  ['m.ia+1@outlook.com.au', 'm.ia@outlook.com.au'],
  ['mia+1@live.com', 'mia@live.com'],
  ['mia+1@me.com', 'mia@me.com'],
  ['m.ia+1@fastmail.fm', 'm.ia@fastmail.fm'],
  ['mia+1@pm.me', 'mia@pm.me'],
  ['j.smith@firm.example', 'j.smith@firm.example'],
  ['j+smith@firm.example', 'j+smith@firm.example'],
  ['j+1@yahoo.com', 'j+1@yahoo.com'],
  ['+1@gmail.com', '+1@gmail.com'],
  ['', ''],
])('%s reaches the mailbox %s', (email, mailbox) => {
  expect(mailboxKey(email)).toBe(mailbox);
});
