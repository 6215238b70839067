import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ConfigReply } from '#areas/business/calls/config.ts';
import {
  type CardPayments,
  type PaymentResult,
  isTestCardMessage,
  TEST_CARD,
} from './card-payments.tsx';
import { useState } from 'react';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import type { ToastMessage } from '#platform/web/ui/feedback/toast-region.tsx';

export function cardPaymentsQuery(payments: ConfigReply['payments']) {
  return queryOptions({
    queryKey: ['card-payments', payments],
    queryFn: () => loadCardPayments(payments),
    // Functions, not data: structural sharing does not apply.
    structuralSharing: false,
  });
}

export function useCardPayments(payments: ConfigReply['payments']) {
  const { data, error, refetch, isFetching } = useQuery(cardPaymentsQuery(payments));
  return { cardPayments: data, failed: error !== null && !isFetching, retry: () => void refetch() };
}

async function loadCardPayments(payments: ConfigReply['payments']): Promise<CardPayments> {
  if (payments.mode === 'sandbox') return (await import('./sandbox-payments.tsx')).sandboxPayments;
  if (payments.mode === 'none') throw new Error('no cards are taken');
  return (await import('./stripe-payments.tsx')).createStripePayments(payments.publishableKey);
}

export const UNKNOWN_RESULT =
  'We do not know yet if your card was charged. Trying again is safe: it is only charged once.';

export function problemTitle(problem: string): string {
  return problem === UNKNOWN_RESULT
    ? 'We lost the connection while you paid'
    : 'The payment did not go through';
}

/** What came of paying by the card form. `firstProblem`: why an earlier attempt failed. */
export function usePaymentResult(
  payment: { clientSecret: string; paymentIntentId: string },
  firstProblem: string | null,
  onPaid: (paymentIntentId: string) => void,
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
