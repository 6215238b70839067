import type { ConfigReply } from '#areas/business/calls/config.ts';

/** Whether no real card is charged: the sandbox, or Stripe with test keys. */
export function isTestPayments({ mode, publishableKey }: ConfigReply['payments']): boolean {
  return mode === 'sandbox' || (mode === 'stripe' && !publishableKey.startsWith('pk_live_'));
}
