import { createHmac } from 'node:crypto';

/** The `Stripe-Signature` header of a payload sent at `sentAt` (seconds since 1970). https://docs.stripe.com/webhooks/signature */
export function webhookSignature(payload: string, secret: string, sentAt: number): string {
  const signature = createHmac('sha256', secret).update(`${sentAt}.${payload}`).digest('hex');
  return `t=${sentAt},v1=${signature}`;
}
