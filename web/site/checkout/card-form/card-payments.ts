/** Taking a card, whoever does it: the page is the same for the real provider and for the sandbox. */
import type { ComponentType } from 'react';

export type PaymentResult =
  | { outcome: 'succeeded'; paymentIntentId: string }
  /** The bank has it and has not decided. */
  | { outcome: 'processing'; paymentIntentId: string }
  /** Nothing was charged; `message` is the provider's. */
  | { outcome: 'failed'; message: string }
  /** The browser is on its way to the bank's page. */
  | { outcome: 'leaving' };

export type PaymentFormProps = {
  clientSecret: string;
  paymentIntentId: string;
  /** Where the bank sends the customer back to, absolute. */
  returnUrl: string;
  /** "Pay $30.97". */
  payLabel: string;
  onBusy: (isBusy: boolean) => void;
  onResult: (result: PaymentResult) => void;
  /** The payment could not be tried, or nobody knows how it ended. */
  onBroken: () => void;
};

export type CardPayments = {
  Form: ComponentType<PaymentFormProps>;
  /** How a payment stands now. Throws when that cannot be found out. */
  retrieve: (payment: { clientSecret: string; paymentIntentId: string }) => Promise<PaymentResult>;
};
