/** The shop's webhook URL and event types. Stored, because the sandbox can restart while the shop keeps running. */
import { type Answer, jsonAnswer } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { invalidParameter, malformedRequest } from '../http/stripe-errors.ts';
import type { Store } from '../store/store.ts';

type Settings = {
  webhookUrl: string;
  /** The event types to send, as in Stripe's webhook endpoints; null: all. */
  enabledEvents: string[] | null;
};

export function readWebhookUrl(store: Store): string | null {
  const row = store.sql.get`SELECT value FROM settings WHERE name = 'webhook_url'`;
  return row ? String(row['value']) : null;
}

export function isEventEnabled(store: Store, type: string): boolean {
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
