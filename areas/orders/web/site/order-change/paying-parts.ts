import type { ComponentType } from 'react';
import type { PaymentDueReply } from '#areas/order-book/calls/order-change.ts';

type PayDifferenceProps = {
  due: PaymentDueReply;
  token: string;
  /** What is paid for, in words. */
  what: readonly string[];
  onPaid: (paymentIntentId: string) => void;
  onBack: () => void;
};

type FromBankProps = {
  onPaid: (payment: { paymentIntentId: string }) => void;
  onFailed: (message: string) => void;
};

/** The card form and the way back from the bank, from a room that this one may not enter. */
export type PayingParts = {
  PayDifference: ComponentType<PayDifferenceProps>;
  FromBank: ComponentType<FromBankProps>;
};
