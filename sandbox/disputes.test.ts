import { expect, test } from 'vitest';
import { createPaidIntent, startSandboxUnderTest } from './test-support/sandbox-under-test.ts';

test('a dispute can be opened, decided and listed', async () => {
  const sandbox = await startSandboxUnderTest();
  const { stripe, origin, facts } = sandbox;
  const postAdmin = async (path: string, form: Record<string, string>) => {
    const reply = await fetch(`${origin}/_sandbox/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${facts.secretKey}` },
      body: new URLSearchParams(form),
    });
    return (await reply.json()) as { id: string };
  };
  const intent = await createPaidIntent(sandbox);
  const { id } = await postAdmin('disputes', {
    payment_intent: intent.id,
    reason: 'product_not_received',
  });
  expect(await stripe.disputes.retrieve(id)).toMatchObject({
    status: 'needs_response',
    payment_intent: intent.id,
    reason: 'product_not_received',
  });
  await postAdmin(`disputes/${id}`, { status: 'lost' });
  const { data } = await stripe.disputes.list({ payment_intent: intent.id });
  expect(data.map((dispute) => [dispute.id, dispute.status])).toEqual([[id, 'lost']]);
  const types = (await stripe.events.list({ type: 'charge.dispute.*' })).data.map(
    ({ type }) => type,
  );
  expect(types).toEqual(['charge.dispute.closed', 'charge.dispute.created']);
});
