import { expect, test } from 'vitest';
import { byImportance, type WizardNotice } from './notices.ts';

const of = (kind: WizardNotice['kind'], words = ''): WizardNotice => ({
  kind,
  words,
  tone: 'info',
});

test('what may hurt comes before what moved, and that before what is only good to know', () => {
  const given = [
    of('plan taken'),
    of('meals gone'),
    of('place'),
    of('week'),
    of('household'),
    of('same again'),
    of('note'),
    of('clash'),
  ];
  expect(byImportance(given).map(({ kind }) => kind)).toEqual([
    'clash',
    'note',
    'week',
    'meals gone',
    'same again',
    'household',
    'plan taken',
    'place',
  ]);
});

test('two of a kind stay as they came', () => {
  const given = [of('week', 'deadline'), of('clash'), of('week', 'moved')];
  expect(byImportance(given).map(({ words }) => words)).toEqual(['', 'deadline', 'moved']);
});
