/** A shop's webhook endpoint for tests: records each event and answers with the chosen status. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Stripe } from 'stripe';
import { onTestFinished } from 'vitest';

export type ReceivedWebhook = { payload: string; signature: string; event: Stripe.Event };

export type WebhookReceiver = {
  url: string;
  received: ReceivedWebhook[];
  types(): string[];
  /** Sets the status of all later answers; 200 at first. */
  answerWith(status: number): void;
};

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    void text(request).then((payload) => {
      const event = JSON.parse(payload) as Stripe.Event;
      received.push({ payload, signature: String(request.headers['stripe-signature']), event });
      response.writeHead(status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/api/stripe/webhook`,
    received,
    types: () => received.map(({ event }) => event.type),
    answerWith: (newStatus) => {
      status = newStatus;
    },
  };
}
