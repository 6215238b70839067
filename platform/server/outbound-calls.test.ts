/** Which hosts the server contacts besides its database. A new file with outgoing calls must be reviewed: where does its address come from? */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const project = path.join(import.meta.dirname, '../..');
const CALLS =
  /\bfetch\(|createTransport\(|new Stripe\(|new (\w+\.)?OpenAI\(|genericOAuth\(|\b(http|https|net|tls)\.(request|get|connect)\(|from 'node:https'/;

const sources = globSync('{areas/*,platform,app}/server/**/*.ts', { cwd: project })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({
    file: file.replaceAll(path.sep, '/'),
    text: readFileSync(path.join(project, file), 'utf8'),
  }));

test('only these files make outgoing calls, each to an address from the environment or to this machine, or to a public one that an owner added or an imported file names', () => {
  const callers = sources.filter(({ text }) => CALLS.test(text)).map(({ file }) => file);
  expect(callers.toSorted()).toEqual([
    'app/server/stage.ts',
    'areas/calculator/server/model-wording.ts',
    'areas/messages/server/mailer.ts',
    'areas/messages/server/texter.ts',
    'areas/office/server/going-live-routes.ts',
    'areas/office/server/prove-steps.ts',
    'areas/recipes/server/fetch-picture.ts',
    'areas/staff/server/send-webhooks.ts',
    'areas/staff/server/sign-in/oidc.ts',
    'platform/server/backup/bucket.ts',
    'platform/server/gateway/gateway.ts',
    'platform/server/gateway/sandbox-process.ts',
  ]);
});

test('no certificate goes unchecked', () => {
  const careless = /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED|ignoreTLS/;
  expect(sources.filter(({ text }) => careless.test(text)).map(({ file }) => file)).toEqual([]);
});
