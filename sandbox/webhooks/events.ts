/** Stripe's events: snapshots of a changed object, stored with their deliveries in the transaction that made the change. */
import type { Stripe } from 'stripe';
import { type Answer, jsonAnswer } from '../http/answer.ts';
import { STRIPE_API_VERSION, type Call } from '../http/call.ts';
import { LIST_PARAMETERS, listAnswer, type ListCondition } from '../http/list-page.ts';
import {
  type Parameters,
  readBoolean,
  readList,
  readParameters,
  readText,
} from '../http/parameters.ts';
import { invalidParameter, noSuchObject, malformedRequest } from '../http/stripe-errors.ts';
import { newId, type Store, unixSeconds } from '../store.ts';

export type EventType = Extract<
  Stripe.Event.Type,
  | 'charge.captured'
  | 'charge.dispute.closed'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.failed'
  | 'charge.refunded'
  | 'charge.succeeded'
  | 'payment_intent.amount_capturable_updated'
  | 'payment_intent.canceled'
  | 'payment_intent.created'
  | 'payment_intent.payment_failed'
  | 'payment_intent.requires_action'
  | 'payment_intent.succeeded'
  | 'refund.created'
  | 'refund.failed'
  | 'refund.updated'
>;

/** The request that changed the object; without one, the sandbox did. */
export type EventCause = Pick<Call, 'store' | 'idempotencyKey'> & { requestId: string | null };

const MAX_TYPES = 20;

/** Stores the event, and a delivery due now if its type is enabled. Call inside the transaction of the change. */
export function recordEvent(
  call: EventCause,
  type: EventType,
  object: object,
  previousAttributes?: object,
): void {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: STRIPE_API_VERSION,
    created: unixSeconds(),
    data: { object, ...(previousAttributes && { previous_attributes: previousAttributes }) },
    livemode: false,
    request: { id: call.requestId, idempotency_key: call.idempotencyKey },
    type,
  };
  call.store.sql.run`
    INSERT INTO events (id, created, body, type)
    VALUES (${event.id}, ${event.created}, ${JSON.stringify(event)}, ${type})`;
  if (!isEventEnabled(call.store, type)) return;
  call.store.sql.run`
    INSERT INTO webhook_deliveries (event, state, attempts, due_at_ms) VALUES (${event.id}, 'pending', 0, ${Date.now()})`;
}

/** The event as sent, with the number of deliveries still pending. */
export function findEvent(store: Store, id: string): object | null {
  const event = store.findObject('events', id);
  return event && withPendingWebhooks(store, event);
}

export function retrieveEvent(call: Call): Answer {
  readParameters(call.fields, []);
  const event = findEvent(call.store, call.id);
  if (!event) throw noSuchObject('event', call.id, 'id');
  return jsonAnswer(200, event);
}

export function listEvents(call: Call): Answer {
  const parameters = readParameters(call.fields, [
    ...LIST_PARAMETERS,
    'delivery_success',
    'type',
    'types',
  ]);
  return listAnswer(call, parameters, {
    table: 'events',
    object: 'event',
    conditions: [...readTypes(parameters), ...readDeliverySuccess(parameters)],
    complete: (stored) => withPendingWebhooks(call.store, stored),
  });
}

function withPendingWebhooks(store: Store, event: object): object {
  const id = 'id' in event ? String(event.id) : '';
  const row = store.sql.get`
    SELECT count(*) AS pending FROM webhook_deliveries WHERE event = ${id} AND state = 'pending'`;
  return { ...event, pending_webhooks: Number(row?.['pending']) };
}

/** `type` is a type or a family such as `payment_intent.*`; `types[]` lists exact types. */
function readTypes(parameters: Parameters): ListCondition[] {
  const type = readText(parameters, 'type');
  const types = readList(parameters, 'types');
  if (type !== undefined && types) {
    throw invalidParameter(
      'types',
      'You may only specify one of these parameters: type, types.',
      'parameters_exclusive',
    );
  }
  if (types && types.length > MAX_TYPES)
    throw invalidParameter('types', `You may list at most ${MAX_TYPES} types.`);
  if (types)
    return [{ sql: 'type IN (SELECT value FROM json_each(?))', value: JSON.stringify(types) }];
  if (type?.endsWith('*')) return [{ sql: 'instr(type, ?) = 1', value: type.slice(0, -1) }];
  return type === undefined ? [] : [{ sql: 'type = ?', value: type }];
}

/** As at Stripe, an event is undelivered while a delivery is pending and after every attempt has failed. */
function readDeliverySuccess(parameters: Parameters): ListCondition[] {
  const isDelivered = readBoolean(parameters, 'delivery_success');
  if (isDelivered === undefined) return [];
  const sql = "id IN (SELECT event FROM webhook_deliveries WHERE state <> 'delivered') = ?";
  return [{ sql, value: isDelivered ? 0 : 1 }];
}

// The shop's webhook URL and event types. Stored, because the sandbox can restart while the shop keeps running.

type Settings = {
  webhookUrl: string;
  /** The event types to send, as in Stripe's webhook endpoints; null: all. */
  enabledEvents: string[] | null;
};

export function readWebhookUrl(store: Store): string | null {
  const row = store.sql.get`SELECT value FROM settings WHERE name = 'webhook_url'`;
  return row ? String(row['value']) : null;
}

function isEventEnabled(store: Store, type: string): boolean {
  const row = store.sql.get`SELECT value FROM settings WHERE name = 'enabled_events'`;
  const enabled = row ? (JSON.parse(String(row['value'])) as string[] | null) : null;
  return enabled === null || enabled.includes(type);
}

/** Pending deliveries go to the new URL immediately, and their attempt count starts again. */
export function changeSettings(call: Call): Answer {
  const { webhookUrl, enabledEvents } = parseSettings(call.bodyText);
  const { sql } = call.store;
  sql.run`INSERT OR REPLACE INTO settings (name, value) VALUES ('enabled_events', ${JSON.stringify(enabledEvents)})`;
  sql.run`INSERT OR REPLACE INTO settings (name, value) VALUES ('webhook_url', ${webhookUrl})`;
  sql.run`UPDATE webhook_deliveries SET due_at_ms = ${Date.now()}, attempts = 0 WHERE state = 'pending'`;
  return jsonAnswer(200, { webhookUrl, enabledEvents });
}

function parseSettings(text: string): Settings {
  const settings = parseJson(text);
  if (typeof settings !== 'object' || settings === null)
    throw malformedRequest('Settings must be a JSON object.');
  const unknown = Object.keys(settings).find(
    (name) => name !== 'webhookUrl' && name !== 'enabledEvents',
  );
  if (unknown !== undefined) {
    throw invalidParameter(unknown, `Received unknown parameter: ${unknown}`, 'parameter_unknown');
  }
  const webhookUrl = 'webhookUrl' in settings ? settings.webhookUrl : undefined;
  if (typeof webhookUrl !== 'string' || !isHttpUrl(webhookUrl)) {
    throw invalidParameter('webhookUrl', 'webhookUrl must be an http or https URL.', 'url_invalid');
  }
  const enabledEvents = 'enabledEvents' in settings ? settings.enabledEvents : null;
  if (enabledEvents !== null && !isTextList(enabledEvents)) {
    throw invalidParameter('enabledEvents', 'enabledEvents must be a list of event types.');
  }
  return { webhookUrl, enabledEvents };
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformedRequest('The body is not valid JSON.');
  }
}

/** fetch rejects URLs with a user name. */
function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.username === '' &&
    url.password === ''
  );
}
