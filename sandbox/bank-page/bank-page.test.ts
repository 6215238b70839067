import { describe, expect, test } from 'vitest';
import {
  BANK_CARD,
  confirmWithCard,
  createIntent,
  type SandboxUnderTest,
  startSandboxUnderTest,
} from '../test-support/sandbox-under-test.ts';

const NEXT_ACTION = { type: 'redirect_to_url' };

/** An intent waiting for the bank's approval, and the URL of its bank page at the sandbox itself. */
async function askBank(sandbox: SandboxUnderTest, returnUrl?: string) {
  const intent = await createIntent(sandbox);
  const reply = await confirmWithCard(
    sandbox,
    intent,
    BANK_CARD,
    returnUrl ? { return_url: returnUrl } : {},
  );
  const waiting = await sandbox.stripe.paymentIntents.retrieve(intent.id);
  const path = waiting.next_action?.redirect_to_url?.url ?? '';
  return { intent, reply, path, bankPage: sandbox.origin + path.replace('/sandbox', '') };
}

function press(bankPage: string, decision: string): Promise<Response> {
  return fetch(bankPage, {
    method: 'POST',
    body: new URLSearchParams({ decision }),
    redirect: 'manual',
  });
}

describe('a card whose bank asks for approval', () => {
  test('sends the customer to a bank page on the same origin as the shop', async () => {
    const sandbox = await startSandboxUnderTest();
    const { intent, reply, path, bankPage } = await askBank(sandbox, '/checkout?step=pay');
    expect(reply).toMatchObject({
      status: 200,
      body: { status: 'requires_action', next_action: NEXT_ACTION },
    });
    expect(path).toBe(`/sandbox/bank/${intent.id}?client_secret=${intent.client_secret}`);

    const page = await fetch(bankPage);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).toContain('Test bank');
    expect(html).toContain('$45.97');
    expect(html).toContain('Visa ending in 3155');
    expect(html).toContain('Approve payment');
    expect(html).toContain('Decline payment');
    expect(html).not.toMatch(/<script|style=/);
    const style = await fetch(new URL('style.css', bankPage));
    expect(style.headers.get('content-type')).toContain('text/css');
  });

  test('approval charges the card and sends the customer back', async () => {
    const sandbox = await startSandboxUnderTest();
    const { intent, bankPage } = await askBank(sandbox, '/checkout?step=pay');
    const response = await press(bankPage, 'approve');
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(
      `/checkout?step=pay&payment_intent=${intent.id}` +
        `&payment_intent_client_secret=${intent.client_secret}&redirect_status=succeeded`,
    );
    const paid = await sandbox.stripe.paymentIntents.retrieve(intent.id, {
      expand: ['latest_charge'],
    });
    expect(paid).toMatchObject({
      status: 'succeeded',
      next_action: null,
      latest_charge: { amount_captured: 4597 },
    });
  });

  test('a decline charges nothing and lets the customer try another card', async () => {
    const sandbox = await startSandboxUnderTest();
    const { intent, bankPage } = await askBank(sandbox, 'https://shop.example/checkout');
    const response = await press(bankPage, 'decline');
    expect(response.headers.get('location')).toMatch(
      /^https:\/\/shop\.example\/checkout\?.*redirect_status=failed$/,
    );
    expect(await sandbox.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      latest_charge: null,
      last_payment_error: {
        code: 'payment_intent_authentication_failure',
        payment_method: { card: { last4: '3155' } },
      },
    });
  });

  test('pressing twice charges once and sends the customer back both times', async () => {
    const sandbox = await startSandboxUnderTest();
    const { intent, bankPage } = await askBank(sandbox, '/checkout');
    const responses = await Promise.all([press(bankPage, 'approve'), press(bankPage, 'approve')]);
    for (const response of responses) {
      expect(response.headers.get('location')).toContain('redirect_status=succeeded');
    }
    expect((await press(bankPage, 'decline')).headers.get('location')).toContain(
      'redirect_status=succeeded',
    );
    const events = await sandbox.stripe.events.list({ type: 'charge.succeeded' });
    expect(events.data.map(({ data }) => data.object)).toMatchObject([
      { payment_intent: intent.id },
    ]);
  });

  test('without a return URL the page itself shows the result', async () => {
    const sandbox = await startSandboxUnderTest();
    const { bankPage } = await askBank(sandbox);
    const response = await press(bankPage, 'approve');
    expect(response.status).toBe(303);
    const result = await fetch(new URL(response.headers.get('location') ?? '', bankPage));
    expect(await result.text()).toContain('Payment approved');
  });

  test('an unknown decision changes nothing', async () => {
    const sandbox = await startSandboxUnderTest();
    const { intent, bankPage } = await askBank(sandbox);
    expect(await (await press(bankPage, 'maybe')).text()).toContain('Approve payment');
    expect((await sandbox.stripe.paymentIntents.retrieve(intent.id)).status).toBe(
      'requires_action',
    );
  });

  test('the page is shown only with the client secret', async () => {
    const sandbox = await startSandboxUnderTest();
    const { intent, bankPage } = await askBank(sandbox);
    const wrongPage = bankPage.slice(0, -1);
    expect((await fetch(wrongPage)).status).toBe(404);
    expect((await press(wrongPage, 'approve')).status).toBe(404);
    expect((await sandbox.stripe.paymentIntents.retrieve(intent.id)).status).toBe(
      'requires_action',
    );
  });

  test('after a cancellation the decision at the bank changes nothing', async () => {
    const sandbox = await startSandboxUnderTest();
    const { intent, bankPage } = await askBank(sandbox, '/checkout');
    await sandbox.stripe.paymentIntents.cancel(intent.id);
    expect((await press(bankPage, 'approve')).headers.get('location')).toContain(
      'redirect_status=failed',
    );
    expect(await (await fetch(bankPage)).text()).toContain('Payment cancelled');
    expect((await sandbox.stripe.paymentIntents.retrieve(intent.id)).latest_charge).toBeNull();
  });

  test.each([
    'javascript:alert(1)',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'checkout',
    'ftp://shop.example',
  ])('the return URL %s is rejected', async (returnUrl) => {
    const sandbox = await startSandboxUnderTest();
    const { reply } = await askBank(sandbox, returnUrl);
    expect(reply.status).toBe(400);
    expect(reply.body['error']).toMatchObject({ code: 'url_invalid', param: 'return_url' });
  });
});
