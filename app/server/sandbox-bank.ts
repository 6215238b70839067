/** The customers' side of the payment sandbox: paying by card, and what their banks do later. */
import type { SandboxProcess } from '#platform/server/gateway/sandbox-process.ts';

type Address = Pick<SandboxProcess, 'baseUrl' | 'secretKey'>;

export type SandboxBank = {
  /** Pays with a test card that always works. */
  pay(intent: { id: string; clientSecret: string }): Promise<void>;
  /** New objects are dated this many seconds from real time. */
  moveClock(seconds: number): Promise<void>;
  /** The next refunds end like this. */
  setRefundOutcome(outcome: 'succeeded' | 'failed'): Promise<void>;
  openDispute(paymentIntentId: string, reason: string): Promise<void>;
};

export function openSandboxBank({ baseUrl, secretKey }: Address): SandboxBank {
  async function send(path: string, form: Record<string, string>, key: string | null) {
    const reply = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: key === null ? {} : { authorization: `Bearer ${key}` },
      body: new URLSearchParams(form),
    });
    if (!reply.ok) throw new Error(`The payment sandbox refused ${path}: ${await reply.text()}`);
    await reply.body?.cancel();
  }
  return {
    pay: ({ id, clientSecret }) =>
      send(
        `/v1/payment_intents/${id}/confirm`,
        {
          client_secret: clientSecret,
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': '4242424242424242',
          'payment_method_data[card][exp_month]': '12',
          'payment_method_data[card][exp_year]': '2040',
          'payment_method_data[card][cvc]': '123',
        },
        null,
      ),
    moveClock: (seconds) => send('/_sandbox/clock', { offset_seconds: String(seconds) }, secretKey),
    setRefundOutcome: (outcome) =>
      send('/_sandbox/refund-outcomes', { outcomes: outcome }, secretKey),
    openDispute: (paymentIntentId, reason) =>
      send('/_sandbox/disputes', { payment_intent: paymentIntentId, reason }, secretKey),
  };
}
