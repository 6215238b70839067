/** The `webhooks` of openapi.json: what we send to addresses that an owner added. */
import { z } from 'zod';
import { WEBHOOK_BODIES } from '#areas/staff/calls/webhook-events.ts';
import { WEBHOOK_EVENT_TEXTS, WEBHOOK_EVENTS } from '#platform/rules/webhooks.ts';

const HEADERS = {
  'webhook-id': 'The same at each attempt: whoever had it need not act again.',
  'webhook-timestamp': 'Of this attempt, in seconds since 1970. Refuse what is minutes old.',
  'webhook-signature':
    'One or more, with spaces between: `v1,` and the base64 HMAC-SHA-256 of id, timestamp and body, joined by dots.',
} as const;

export function describeWebhooks() {
  return Object.fromEntries(WEBHOOK_EVENTS.map((name) => [name, { post: describeEvent(name) }]));
}

function describeEvent(name: (typeof WEBHOOK_EVENTS)[number]) {
  const { $schema: _, ...schema } = z.toJSONSchema(WEBHOOK_BODIES[name], { io: 'input' });
  return {
    operationId: `receive${name.split('.').map(capitalise).join('')}`,
    tags: ['API'],
    summary: WEBHOOK_EVENT_TEXTS[name],
    description: 'Sent by us, signed as Standard Webhooks has it, to each webhook that chose it.',
    security: [],
    parameters: Object.entries(HEADERS).map(([header, description]) => ({
      name: header,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'Taken. Anything else, or no answer in 10 seconds: tried again.' },
    },
  };
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
