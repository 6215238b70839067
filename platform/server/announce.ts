/** What an operator is told at the start: lines for a person at a terminal, JSON for a program that reads them. */
import path from 'node:path';
import type { Logger } from 'pino';
import type { Gateway } from '#platform/server/gateway-port.ts';
import type { Environment } from './env.ts';
import { createLog } from '#platform/server/log.ts';
import { VERSION } from '#platform/server/version.ts';

export type Started = {
  listening: string;
  /** The command or, at a terminal, the link that makes the first account; null: there is one. */
  setUp: string | null;
  payments: Gateway['mode'];
  /** `kept`: saved as files. */
  emails: 'smtp' | 'kept';
  /** The made-up owner's sign-in; null: no demo. */
  demo: { email: string; password: string } | null;
};

/** In the data folder, readable by its owner alone. */
export const DEMO_SIGN_IN = 'demo-sign-in.txt';

export const isTerminal = process.stdout.isTTY;

/** One line, in the log's format unless a person reads along. */
export function sayTo(log: Pick<Logger, 'info'>): (line: string) => void {
  return isTerminal ? (line) => console.log(line) : (line) => log.info(line);
}

export function announceStart(log: Pick<Logger, 'info'>, env: Environment, started: Started): void {
  if (!isTerminal) {
    log.info(startFacts(env, started), `Mealrun is serving at ${env.publicUrl}`);
    return;
  }
  for (const line of startLines(env, started)) console.log(line);
}

/** `stopping`, `stopped`, `stopping at once`. */
export function announceStop(what: string, facts: Record<string, unknown>): void {
  if (isTerminal) console.log(`${what} ${Object.entries(facts).flat().join(' ')}`);
  else createLog().info(facts, what);
}

function startFacts(
  env: Environment,
  { listening, setUp, demo, payments, emails }: Started,
): object {
  return {
    version: VERSION,
    listening,
    payments,
    emails,
    database: env.databaseUrl ? 'external' : 'embedded',
    ...(env.ai !== null && { wording: env.ai.model }),
    ...(env.now !== null && { clock: env.now }),
    ...(setUp !== null && { setUp }),
    ...(demo !== null && {
      demo: env.staff ? 'STAFF_EMAIL' : path.join(env.dataDir, DEMO_SIGN_IN),
    }),
  };
}

const PAYMENTS: Record<Gateway['mode'], string> = {
  stripe: 'Stripe',
  sandbox: 'built-in sandbox: pay with 4242 4242 4242 4242, any future date, any CVC',
  none: 'not set up. Nobody can order until an owner enters card keys in Settings, Going live',
};

function startLines(
  env: Environment,
  { listening, setUp, demo, payments, emails }: Started,
): string[] {
  const at =
    env.publicUrl === listening ? listening : `${env.publicUrl} (listening on ${listening})`;
  const emailed =
    emails === 'smtp'
      ? `sent as ${env.mailFrom ?? 'the business'}`
      : `saved in ${path.join(env.dataDir, 'mail')} and shown in the portal`;
  return [
    '',
    `Mealrun is serving at ${at}`,
    `  Payments  ${PAYMENTS[payments]}`,
    `  Email     ${emailed}`,
    `  Database  ${env.databaseUrl ? 'external PostgreSQL' : `embedded PostgreSQL in ${env.dataDir}`}`,
    ...(env.ai === null ? [] : [`  Wording   ${env.ai.model} at ${env.ai.baseUrl}`]),
    ...(env.now === null ? [] : [`  Clock     started at ${env.now} (MEALRUN_NOW)`]),
    ...(demo === null ? [] : [`  Demo      everyone in it is made up. ${signInText(env, demo)}`]),
    setUp === null
      ? `  Staff     sign in at ${env.publicUrl}/api/login`
      : `  Staff     no accounts yet. Within 30 minutes, open ${setUp}`,
    'Press Ctrl-C to stop.',
  ];
}

/** A password of the operator's own is not repeated. */
function signInText({ staff }: Environment, demo: { email: string; password: string }): string {
  const password = staff === null ? `the password ${demo.password}` : 'your STAFF_PASSWORD';
  return `Sign in as ${demo.email} with ${password}`;
}
