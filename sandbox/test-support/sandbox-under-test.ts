/** Runs the real program as a child process, and stops it when the test ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { ServerFacts } from '../sandbox-server.ts';

export type SandboxUnderTest = {
  stripe: Stripe;
  origin: string;
  dataDir: string;
  facts: ServerFacts;
  child: ChildProcess;
};

export type JsonReply = { status: number; headers: Headers; body: { [field: string]: unknown } };

type Environment = { [name: string]: string };

const PROGRAM = join(import.meta.dirname, '..', 'main.ts');

export const GOOD_CARD_NUMBER = '4242424242424242';
export const DECLINED_CARD_NUMBER = '4000000000000002';
export const BANK_CARD = '4000002500003155';

type AtEnd = (cleanUp: () => void | Promise<void>) => void;

export function temporaryDataDir(atEnd: AtEnd = onTestFinished): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'payment-sandbox-'));
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

/** One sandbox for all tests of a file; call it to get the sandbox. */
export function shareSandbox(): () => SandboxUnderTest {
  let shared: SandboxUnderTest | undefined;
  const cleanUps: (() => void | Promise<void>)[] = [];
  const atEnd: AtEnd = (cleanUp) => void cleanUps.unshift(cleanUp);
  beforeAll(async () => {
    shared = await startSandboxUnderTest(temporaryDataDir(atEnd), {}, atEnd);
  });
  afterAll(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });
  return () => {
    if (!shared) throw new Error('the sandbox starts before the first test');
    return shared;
  };
}

/** Resolves once the sandbox is listening. */
export async function startSandboxUnderTest(
  dataDir = temporaryDataDir(),
  environment: Environment = {},
  atEnd: AtEnd = onTestFinished,
): Promise<SandboxUnderTest> {
  const child = spawnSandbox(dataDir, environment);
  atEnd(() => killSandbox(child));
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  const facts = JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8')) as ServerFacts;
  const { port, secretKey } = facts;
  const stripe = new Stripe(secretKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
  });
  return { stripe, origin: `http://127.0.0.1:${port}`, dataDir, facts, child };
}

/** For starts that must fail. */
export async function runSandboxToExit(
  dataDir: string,
  environment: Environment = {},
): Promise<{ code: unknown; errors: string }> {
  const child = spawnSandbox(dataDir, environment);
  onTestFinished(() => killSandbox(child));
  const [[code], errors] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  return { code, errors };
}

/** Without warning, like a power cut. */
export async function killSandbox(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

export function postForm(
  url: string,
  fields: Environment,
  headers: Environment = {},
): Promise<JsonReply> {
  return jsonReply(fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers }));
}

export function getJson(url: string, headers: Environment = {}): Promise<JsonReply> {
  return jsonReply(fetch(url, { headers }));
}

/** Sends what the checkout page sends; `changes` replace or add fields. */
export function confirmWithCard(
  sandbox: SandboxUnderTest,
  intent: Stripe.PaymentIntent,
  number: string,
  changes: Environment = {},
): Promise<JsonReply> {
  const fields = {
    client_secret: intent.client_secret ?? '',
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': String(new Date().getUTCFullYear() + 3),
    'payment_method_data[card][cvc]': '123',
    ...changes,
  };
  return postForm(`${sandbox.origin}/v1/payment_intents/${intent.id}/confirm`, fields);
}

export function createIntent(
  { stripe }: SandboxUnderTest,
  terms: Partial<Stripe.PaymentIntentCreateParams> = {},
): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create({ amount: 4597, currency: 'aud', ...terms });
}

export async function createPaidIntent(
  sandbox: SandboxUnderTest,
  terms: Partial<Stripe.PaymentIntentCreateParams> = {},
): Promise<Stripe.PaymentIntent> {
  const intent = await createIntent(sandbox, terms);
  await confirmWithCard(sandbox, intent, GOOD_CARD_NUMBER);
  return sandbox.stripe.paymentIntents.retrieve(intent.id);
}

export function chargeIdOf({ latest_charge: charge }: Stripe.PaymentIntent): string {
  return typeof charge === 'string' ? charge : '';
}

async function jsonReply(pending: Promise<Response>): Promise<JsonReply> {
  const response = await pending;
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as JsonReply['body'],
  };
}

function spawnSandbox(dataDir: string, environment: Environment) {
  return spawn(process.execPath, [PROGRAM, '--data', dataDir], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
