import { describe, expect, test } from 'vitest';
import css from './theme/tokens.css?raw';

type Theme = Record<string, string>;

const [lightCss = '', darkCss = ''] = css.split('@media (prefers-color-scheme: dark)');
const light = coloursIn(lightCss);
const dark = { ...light, ...coloursIn(darkCss) };

function coloursIn(text: string): Theme {
  return Object.fromEntries(
    [...text.matchAll(/--color-([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, hex]) => [name, hex]),
  );
}

/** Relative luminance and contrast ratio as WCAG 2 defines them. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(theme: Theme, front: string, back: string): number {
  const [bright = 0, dim = 0] = [theme[front], theme[back]]
    .map((hex) => luminance(hex ?? '#000000'))
    .toSorted((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

const TONES = ['info', 'warning', 'danger', 'success'];
const GROUNDS = ['ground', 'surface', 'sunken', 'primary-soft', 'mango-soft'];
const TEXT_PAIRS = [
  ...GROUNDS.flatMap((ground) =>
    ['ink', 'ink-soft', 'primary', 'accent', 'danger'].map((text) => [text, ground]),
  ),
  ...TONES.flatMap((tone) => [
    [tone, `${tone}-soft`],
    ['ink', `${tone}-soft`],
  ]),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-strong'],
  ['on-danger', 'danger'],
  ['on-mango', 'mango'],
] as [string, string][];

describe.each([
  ['light', light],
  ['dark', dark],
])('in the %s theme', (_, theme) => {
  test.each(TEXT_PAIRS)('%s reads well on %s', (front, back) => {
    expect(contrast(theme, front, back)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['ground', 'surface', 'sunken'])('the edge of a control stands out on %s', (back) => {
    expect(contrast(theme, 'control', back)).toBeGreaterThanOrEqual(3);
  });
});
