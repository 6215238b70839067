import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type {
  PaymentIntent,
  Stripe,
  StripeError,
  Appearance,
  StripeElementLocale,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { CARD_PAGES } from '#platform/calls/card-pages.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import {
  type CardPayments,
  resultOfRefusal,
  type PaymentFormProps,
  type PaymentResult,
  resultOf,
  explainDecline,
  PayButton,
} from './card-payments.tsx';

/** Stripe's own form. Its script comes from js.stripe.com, on the pages where customers pay only. */
export async function createStripePayments(publishableKey: string): Promise<CardPayments> {
  await requireCardDocument();
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('the card form did not load');
  return {
    Form: (props) => <StripePayment {...props} stripe={stripe} />,
    retrieve: ({ clientSecret }) => retrieveFromStripe(stripe, clientSecret),
  };
}

/** Documents are known by their path, with a dash for what differs. */
const CARD_DOCUMENTS = CARD_PAGES.map((path) => path.replace(/:\w+/, '-'));

/** Only their documents have the security policy that admits Stripe, so load this one if another page led here. */
async function requireCardDocument(): Promise<void> {
  if (CARD_DOCUMENTS.includes(document.documentElement.dataset['page'] ?? '')) return;
  location.reload();
  await new Promise(() => {});
}

function StripePayment({ stripe, ...props }: PaymentFormProps & { stripe: Stripe }) {
  const appearance = useAppearance();
  const { clientSecret } = props;
  return (
    <Elements
      stripe={stripe}
      options={{ clientSecret, appearance, locale: FORM_LOCALE, loader: 'always' }}
    >
      <StripeForm {...props} />
    </Elements>
  );
}

/** Follows the visitor's switch between light and dark. */
function useAppearance() {
  const [appearance, setAppearance] = useState(readAppearance);
  useEffect(() => {
    const darkness = matchMedia('(prefers-color-scheme: dark)');
    const update = () => setAppearance(readAppearance());
    darkness.addEventListener('change', update);
    return () => darkness.removeEventListener('change', update);
  }, []);
  return appearance;
}

function readAppearance() {
  const style = getComputedStyle(document.documentElement);
  return formAppearance((token) => style.getPropertyValue(`--color-${token}`).trim());
}

function StripeForm({ payLabel, returnUrl, onBusy, onResult, onBroken }: PaymentFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const { name } = useConfig().business;
  const [isBusy, setIsBusy] = useState(false);
  const [isMissing, setIsMissing] = useState(false);

  function showBusy(busy: boolean) {
    setIsBusy(busy);
    onBusy(busy);
  }

  async function pay(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!stripe || !elements || isBusy) return;
    showBusy(true);
    try {
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: returnUrl },
        redirect: 'if_required',
      });
      onResult(error ? failureFrom(error) : resultFrom(paymentIntent));
    } catch {
      onBroken();
    } finally {
      showBusy(false);
    }
  }

  if (isMissing) {
    return (
      <Notice tone="error" title="We couldn’t load the card form" announce="now">
        <p>Check your connection, then reload this page. Nothing was charged.</p>
      </Notice>
    );
  }
  return (
    <form onSubmit={(event) => void pay(event)} className="grid gap-5">
      <PaymentElement options={formOptions(name)} onLoadError={() => setIsMissing(true)} />
      <PayButton label={payLabel} isBusy={isBusy} />
    </form>
  );
}

async function retrieveFromStripe(stripe: Stripe, clientSecret: string): Promise<PaymentResult> {
  const { error, paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
  return error ? failureFrom(error) : resultFrom(paymentIntent);
}

function failureFrom(error: StripeError): PaymentResult {
  return resultOfRefusal(error.payment_intent, explainDecline(error));
}

function resultFrom(intent: PaymentIntent): PaymentResult {
  return resultOf(intent, () => explainDecline(intent.last_payment_error));
}

/** Look and fields of Stripe's own form. Its frame cannot use our stylesheet, so it gets the values themselves. */
const FORM_LOCALE: StripeElementLocale = 'en-AU';

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
