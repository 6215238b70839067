import { describe, expect, test } from 'vitest';
import css from '../../platform/web/theme/tokens.css?raw';
import { formAppearance, formOptions } from '#areas/checkout/web/site/stripe-payments.tsx';

const [lightCss = '', darkCss = ''] = css.split('@media (prefers-color-scheme: dark)');

/** As in the browser: in dark mode, anything without a value of its own keeps the light one. */
function tokenOf(themes: readonly string[]) {
  return (token: string): string => {
    const found = themes
      .map((theme) => new RegExp(`--color-${token}: (#[0-9a-f]{6})`).exec(theme)?.[1])
      .find((value) => value !== undefined);
    if (found === undefined) throw new Error(`there is no colour ${token}`);
    return found;
  };
}

const light = formAppearance(tokenOf([lightCss]));
const dark = formAppearance(tokenOf([darkCss, lightCss]));

test('the card form is in the colours of the page, by day and in the dark', () => {
  expect(light.variables).toMatchObject({
    colorPrimary: '#1d5b46',
    colorBackground: '#fffdf8',
    colorText: '#17342b',
  });
  expect(dark.variables).toMatchObject({
    colorPrimary: '#8fd0b0',
    colorBackground: '#1a2a24',
    colorText: '#f4eddf',
  });
});

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s card form', (_, appearance) => {
  test('gets values: a variable of our stylesheet would mean nothing in another frame', () => {
    expect(JSON.stringify(appearance)).not.toMatch(/var\(|undefined|""/);
  });

  test('is never so small that a phone zooms in, and shows where the focus is', () => {
    expect(Number.parseInt(String(appearance.variables?.fontSizeBase), 10)).toBeGreaterThanOrEqual(
      16,
    );
    expect(appearance.rules).toMatchObject({
      '.Input:focus': { outline: expect.stringContaining('3px solid #') },
      '.Tab:focus': { outline: expect.stringContaining('3px solid #') },
    });
  });
});

test('the form names the kitchen and starts in Australia', () => {
  expect(formOptions('Redlands Table')).toMatchObject({
    business: { name: 'Redlands Table' },
    defaultValues: { billingDetails: { address: { country: 'AU' } } },
  });
});
