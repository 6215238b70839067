/** Card payments, whichever gateway takes them: the page is the same for the card provider and the sandbox. */
import type { ComponentType } from 'react';
import type { DeclinedPayment } from './declined-payment.ts';

export type PaymentResult =
  /** Or approved by the bank, and charged once there is a place. */
  | { outcome: 'succeeded'; paymentIntentId: string; isApproval?: boolean }
  /** The bank is still processing it. */
  | { outcome: 'processing'; paymentIntentId: string }
  /** Nothing was charged. `isEnded`: by us. */
  | ({ outcome: 'failed'; isEnded?: boolean } & DeclinedPayment)
  /** The browser is on its way to the bank's page. */
  | { outcome: 'leaving' };

export type PaymentFormProps = {
  clientSecret: string;
  paymentIntentId: string;
  /** Absolute URL to which the bank returns the customer. */
  returnUrl: string;
  /** "Pay $30.97". */
  payLabel: string;
  onBusy: (isBusy: boolean) => void;
  onResult: (result: PaymentResult) => void;
  /** The payment could not be attempted, or its result is unknown. */
  onBroken: () => void;
};

export type CardPayments = {
  Form: ComponentType<PaymentFormProps>;
  /** The payment's current status. Throws if it cannot be found out. */
  retrieve: (payment: { clientSecret: string; paymentIntentId: string }) => Promise<PaymentResult>;
};
