import { useState } from 'react';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import type { CardPayments, PaymentResult } from './card-payments.ts';
import { isTestCardMessage, TEST_CARD } from './declined-payment.ts';
import type { ToastMessage } from '#platform/web/ui/feedback/toast-region.tsx';

export const UNKNOWN_RESULT =
  'We do not know yet if your card was charged. Trying again is safe: it is only charged once.';

/** The title above a problem with a payment. */
export function problemTitle(problem: string): string {
  return problem === UNKNOWN_RESULT
    ? 'We lost the connection while you paid'
    : 'The payment did not go through';
}

type Payment = { clientSecret: string; paymentIntentId: string };

/** What came of paying by the card form. `firstProblem`: why an earlier attempt failed. */
export function usePaymentResult(
  payment: Payment,
  firstProblem: string | null,
  onPaid: (paymentIntentId: string) => void,
  /** It can no longer be paid. */
  onEnded?: () => void,
) {
  const { showToast } = useToast();
  const [problem, setProblem] = useState(firstProblem);

  function take(result: PaymentResult) {
    if (result.outcome === 'leaving') return;
    if (result.outcome !== 'failed') return onPaid(result.paymentIntentId);
    if (result.isEnded) onEnded?.();
    setProblem(result.advice);
    showToast(paymentFailureToast(result.message));
  }

  /** After a lost reply, only the gateway knows if the card was charged. */
  async function lookAgain(by: CardPayments) {
    try {
      const result = await by.retrieve(payment);
      if (result.outcome === 'succeeded' || result.outcome === 'processing') return take(result);
    } catch {
      // The gateway does not answer: submitting the same form again is safe, because one payment is never charged
      // twice.
    }
    setProblem(UNKNOWN_RESULT);
    showToast(BROKEN_PAYMENT);
  }

  return { problem, take, lookAgain };
}

/** The toast for a refused payment. Spec 8. */
export function paymentFailureToast(message: string): ToastMessage {
  if (isTestCardMessage(message))
    return { title: 'Test Payment Notice', description: TEST_CARD, tone: 'info' };
  return { title: 'Payment Failed', description: message, tone: 'error' };
}

export const BROKEN_PAYMENT: ToastMessage = {
  title: 'Error',
  description: 'There was an error processing your payment. Please try again.',
  tone: 'error',
};

export function paymentSuccessToast(orderNumber: string): ToastMessage {
  return {
    title: 'Payment Successful',
    description: `Order ${orderNumber} has been placed successfully!`,
    tone: 'success',
  };
}
