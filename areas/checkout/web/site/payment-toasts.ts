import { isTestCardMessage, TEST_CARD } from './declined-payment.ts';
import type { ToastMessage } from '#platform/web/ui/feedback/toast-region.tsx';

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
