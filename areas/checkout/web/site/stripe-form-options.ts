/** Look and fields of Stripe's own form. Its frame cannot use our stylesheet, so it gets the values themselves. */
import type {
  Appearance,
  StripeElementLocale,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';

export const FORM_LOCALE: StripeElementLocale = 'en-AU';

/** `colour` reads one of our tokens: "primary" -> "#1d5b46". */
export function formAppearance(colour: (token: string) => string): Appearance {
  const edge = `1px solid ${colour('control')}`;
  const ring = {
    outline: `3px solid ${colour('primary')}`,
    outlineOffset: '1px',
    boxShadow: 'none',
  };
  return {
    theme: 'flat',
    labels: 'above',
    variables: {
      colorPrimary: colour('primary'),
      colorBackground: colour('surface'),
      colorText: colour('ink'),
      colorTextSecondary: colour('ink-soft'),
      colorTextPlaceholder: colour('ink-soft'),
      colorDanger: colour('danger'),
      colorWarning: colour('warning'),
      colorSuccess: colour('success'),
      // Below 16 px, phones zoom in on the tapped field.
      fontSizeBase: '17px',
      fontFamily: 'system-ui, sans-serif',
      borderRadius: '12px',
      spacingUnit: '5px',
    },
    rules: {
      '.Input': { border: edge, padding: '12px 16px', boxShadow: 'none' },
      '.Input:focus': ring,
      '.Input--invalid': { border: `2px solid ${colour('danger')}`, boxShadow: 'none' },
      '.Label': { fontWeight: '600' },
      '.Tab': { border: edge, boxShadow: 'none' },
      '.Tab:focus': ring,
      '.Tab--selected': { border: `2px solid ${colour('primary')}`, boxShadow: 'none' },
      '.Error': { fontWeight: '600' },
    },
  };
}

/** Name and address are in the order: nobody types them twice. */
export function formOptions(businessName: string): StripePaymentElementOptions {
  return {
    layout: 'tabs',
    business: { name: businessName },
    // Shown by Stripe where they work: on this device, in this browser, with a card in them.
    wallets: { applePay: 'auto', googlePay: 'auto', link: 'auto' },
    defaultValues: { billingDetails: { address: { country: 'AU' } } },
  };
}
