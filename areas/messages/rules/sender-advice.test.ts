import { expect, test } from 'vitest';
import { senderAdvice, senderDomain, textAdvice } from './sender-advice.ts';

test.each([
  ['Redlands Table <hello@meals.example.com>', 'meals.example.com'],
  ['hello@meals.example.com', 'meals.example.com'],
  ['"Table, Redlands" <hello@Meals.Example.com>', 'meals.example.com'],
])('the domain of %o is %o', (sender, domain) => {
  expect(senderDomain(sender)).toBe(domain);
});

const SPF = 'v=spf1 include:_spf.example.net -all';
const DMARC = 'v=DMARC1; p=quarantine';

test.each<[string, string[] | null, string[] | null, RegExp[]]>([
  ['both are there', [SPF], [DMARC], []],
  ['other texts of the domain are no record', ['google-site=1'], [DMARC], [/no SPF record/]],
  ['DMARC is missing', [SPF], [], [/no DMARC record/]],
  ['two SPF records void each other', [SPF, SPF], [DMARC], [/2 SPF records/]],
  ['nobody could be asked', null, null, []],
])('%s', (_what, spf, dmarc, said) => {
  const advice = senderAdvice('meals.example.com', { spf, dmarc });
  expect(advice).toHaveLength(said.length);
  said.forEach((words, index) => expect(advice[index]).toMatch(words));
});

test.each([
  ['Redlands', 'https://meals.example', [/since 1 July 2026 .* shows as “Unverified”/]],
  ['+61480000000', 'http://localhost', [/texts that never arrive/]],
  ['+61480000000', 'https://meals.example', []],
  ['MG0123', 'https://meals.example', []],
])('texts from %s at %s', (from, publicUrl, said) => {
  const advice = textAdvice(from, publicUrl);
  expect(advice).toHaveLength(said.length);
  said.forEach((words, index) => expect(advice[index]).toMatch(words));
});
