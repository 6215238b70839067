/** Which hosts the server contacts besides its database. A new file with outgoing calls must be reviewed: where does its address come from? */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const here = import.meta.dirname;
const CALLS =
  /\bfetch\(|createTransport\(|new Stripe\(|new (\w+\.)?OpenAI\(|genericOAuth\(|\b(http|https|net|tls)\.(request|get|connect)\(/;

const sources = globSync('**/*.ts', { cwd: here })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({
    file: file.replaceAll(path.sep, '/'),
    text: readFileSync(path.join(here, file), 'utf8'),
  }));

test('only these files make outgoing calls, each to an address from the environment or to this machine, or to a webhook that an owner added', () => {
  const callers = sources.filter(({ text }) => CALLS.test(text)).map(({ file }) => file);
  expect(callers.toSorted()).toEqual([
    'calorie-advice/model-wording.ts',
    'demo/sandbox-bank.ts',
    'gateway/gateway.ts',
    'gateway/sandbox-passthrough.ts',
    'gateway/sandbox-process.ts',
    'outbox/mailer.ts',
    'outbox/texter.ts',
    'staff/sign-in/oidc.ts',
    'system/check-host.ts',
    'webhooks/post-webhook.ts',
  ]);
});

test('no certificate goes unchecked', () => {
  const careless = /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED|ignoreTLS/;
  expect(sources.filter(({ text }) => careless.test(text)).map(({ file }) => file)).toEqual([]);
});
