import { describe, expect, test } from 'vitest';
import {
  accentProblem,
  accentStylesheet,
  accentStylesheetUrl,
  type AccentTheme,
  accentThemes,
  contrast,
  parseAccentStylesheetUrl,
  SUGGESTED_COLOURS,
  THEME_TOKENS,
} from '#areas/business/rules/accent-colour.ts';
import css from '#platform/web/theme/tokens.css?raw';

const [lightCss = '', darkCss = ''] = css.split('@media (prefers-color-scheme: dark)');

function tokensIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/--color-([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, hex]) => [name, hex]),
  );
}

/** Every fourth step of red, green and blue: 512 colours, of which those that are accepted. */
const STEPS = ['00', '24', '48', '6d', '91', 'b6', 'da', 'ff'];
const ACCEPTED = STEPS.flatMap((red) =>
  STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)),
).filter((colour) => accentProblem(colour) === null);

describe.each([
  ['light', lightCss],
  ['dark', darkCss],
] as const)('in the %s theme', (name, text) => {
  const { grounds, texts, onPrimary } = THEME_TOKENS[name];

  test('the rule knows the colours of the pages', () => {
    const known = { ...grounds, ...texts, 'on-primary': onPrimary };
    expect(tokensIn(text)).toMatchObject(known);
  });

  test.each([...SUGGESTED_COLOURS.map(({ colour }) => colour), ...ACCEPTED])(
    '%s and what follows from it can be read',
    (colour) => {
      const theme: AccentTheme = accentThemes(colour)[name];
      const soft = theme['primary-soft'];
      const pairs = [
        ...[...Object.values(grounds), soft].map((ground) => [theme.primary, ground]),
        ...Object.values(texts).map((words) => [words, soft]),
        [onPrimary, theme.primary],
        [onPrimary, theme['primary-strong']],
      ];
      for (const [front = '', back = ''] of pairs) {
        expect(contrast(front, back), `${front} on ${back}`).toBeGreaterThanOrEqual(4.5);
      }
    },
  );
});

test('many colours are accepted, and many are not', () => {
  expect(ACCEPTED.length).toBeGreaterThan(100);
  expect(ACCEPTED.length).toBeLessThan(300);
});

test.each([
  ['#ffff00', /darker colour.*1\.0:1/],
  ['#f6b23c', /darker colour/],
  ['#ffffff', /darker colour/],
  ['#777777', /its contrast is 3\.\d:1/],
  ['red', /six digits/],
  ['#12345', /six digits/],
  ['#1d5b46;}body{display:none', /six digits/],
])('%s is refused', (colour, message) => {
  expect(accentProblem(colour)).toMatch(message);
});

test('a stylesheet is found by its address, and by no other', () => {
  expect(parseAccentStylesheetUrl(accentStylesheetUrl('#7A2E5D'))).toBe('#7a2e5d');
  expect(parseAccentStylesheetUrl('/colours/1-7a2e5.css')).toBeNull();
  expect(parseAccentStylesheetUrl('/colours/1-7a2e5d.css?x')).toBeNull();
  expect(accentStylesheet('#7A2E5D')).toMatch(/^:root\{--color-primary:#7a2e5d;/);
});
