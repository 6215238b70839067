/** The environment, read and checked once at the start and then passed to whoever needs it. */
import path from 'node:path';
import { type Values, Variables } from '#platform/server/env-variables.ts';
import { givenEnvironment } from '#platform/server/process-environment.ts';

/** One line that names the variable at fault. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}

export type Environment = {
  port: number;
  host: string;
  /** An absolute path. */
  dataDir: string;
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null;
  /** An origin, without a trailing slash. */
  publicUrl: string;
  /** Null: the payment sandbox. */
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string } | null;
  /** Null: emails are saved under DATA_DIR. */
  smtpUrl: string | null;
  mailFrom: string | null;
  /** Null: text messages are saved under DATA_DIR. */
  textService: { account: string; token: string; from: string; baseUrl: string } | null;
  oidc: Oidc | null;
  ai: { baseUrl: string; apiKey: string | null; model: string } | null;
  /** The first staff account. */
  staff: { email: string; password: string } | null;
  /** The ISO instant at which the server's clock starts; null: real time. */
  now: string | null;
  /** The hour (kitchen time) of the automatic backup; null: no automatic backups. */
  backupHour: number | null;
  /** Backups are encrypted with one of these; both null: not at all. */
  backupPassphrase: string | null;
  /** An absolute path. */
  backupKeyFile: string | null;
  /** How long the app keeps serving after the stop signal, so that every load balancer can notice. */
  stopWaitSeconds: number;
  throttle: boolean;
  /** Proxies trusted to report the client's address: addresses and networks. Empty: only this machine's own proxy. */
  trustedProxies: string[];
  /** What a reader of /metrics must send; null: only this machine and staff may read them. */
  metricsToken: string | null;
  /** A named point at which the process kills itself; for the chaos suite. */
  crashAt: string | null;
  /** What an empty database gets: the sample menu, nothing, or a made-up business with customers and orders. */
  seed: 'sample' | 'none' | 'demo';
  production: boolean;
  allowTestPayments: boolean;
  dev: boolean;
};

type Oidc = { issuer: string; clientId: string; clientSecret: string; allowedEmails: string[] };
type Source = Record<string, string | undefined>;

/** Shorter names resemble too many others. */
const SHORTEST_TYPO = 7;

const OWN_PREFIXES = /^(MEALRUN|STRIPE|SMTP|SMS|OIDC|AI|STAFF)_/;

/** The environment of this process, plus the project's `.env`. Throws EnvironmentError. */
export function loadEnvironment(): Environment {
  return readEnvironment(givenEnvironment);
}

/** Throws EnvironmentError for unknown, malformed, incomplete or contradictory variables. Empty counts as unset. */
export function readEnvironment(source: Source): Environment {
  const given = Object.entries(source).filter(([, value]) => value !== undefined && value !== '');
  refuseUnknown(given.map(([name]) => name));
  const parsed = Variables.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new EnvironmentError(`${String(issue?.path[0])} ${issue?.message}.`);
  }
  const values = parsed.data;
  const production = values.NODE_ENV === 'production';
  const stripe = readStripe(values);
  if (values.SMTP_URL && !values.MAIL_FROM)
    throw new EnvironmentError('MAIL_FROM is missing: SMTP_URL is set.');
  if (production) refuseInProduction(values);
  if (values.SEED === 'demo') refuseRealServices(values);
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    stripe,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? null,
    textService: readTextService(values),
    oidc: readOidc(values),
    ai: readAi(values),
    staff: readStaff(values),
    now: values.MEALRUN_NOW ?? null,
    backupHour: values.BACKUP_HOUR ?? null,
    ...readBackupKey(values),
    stopWaitSeconds: Number(values.STOP_WAIT_SECONDS),
    throttle: values.THROTTLE === 'on',
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    metricsToken: values.METRICS_TOKEN ?? null,
    crashAt: values.MEALRUN_CRASH_AT ?? null,
    seed: values.SEED,
    production,
    allowTestPayments: values.ALLOW_TEST_PAYMENTS === 'yes',
    dev: values.MEALRUN_DEV === '1',
  };
}

/** One line each: what works, and hurts. */
export function environmentWarnings({ production, publicUrl }: Environment): string[] {
  if (!production || publicUrl.startsWith('https:')) return [];
  return [`PUBLIC_URL is ${publicUrl}: sign-in and payments need https, and links lead there.`];
}

function refuseUnknown(names: string[]): void {
  for (const name of names) refuseTypo(name, names);
  const unknown = names.find((name) => OWN_PREFIXES.test(name) && !(name in Variables.shape));
  if (unknown) throw new EnvironmentError(`${unknown} is not a Mealrun setting. See .env.example.`);
}

/** `SMPT_URL`: other programs' variables share our environment, so only near misses of an unset one of ours count. */
function refuseTypo(name: string, given: readonly string[]): void {
  if (name in Variables.shape || name.length < SHORTEST_TYPO) return;
  const meant = Object.keys(Variables.shape).find(
    (known) => known.length >= SHORTEST_TYPO && isNearMiss(name, known) && !given.includes(known),
  );
  if (meant === undefined) return;
  throw new EnvironmentError(`${name} is not a Mealrun setting. Did you mean ${meant}?`);
}

/** One character too many, missing or different, or two swapped. Case does not count. */
function isNearMiss(name: string, known: string): boolean {
  const a = name.toUpperCase();
  let at = 0;
  while (at < a.length && a[at] === known[at]) at += 1;
  const [restOfA, restOfB] = [a.slice(at), known.slice(at)];
  return (
    restOfA.slice(1) === restOfB.slice(1) ||
    restOfA.slice(1) === restOfB ||
    restOfA === restOfB.slice(1) ||
    (restOfA[0] === restOfB[1] &&
      restOfA[1] === restOfB[0] &&
      restOfA.slice(2) === restOfB.slice(2))
  );
}

/** Made-up customers must neither be charged nor written to. */
function refuseRealServices(values: Values): void {
  const real = (['STRIPE_SECRET_KEY', 'SMTP_URL', 'SMS_ACCOUNT'] as const).find(
    (name) => values[name] !== undefined,
  );
  if (real)
    throw new EnvironmentError(`${real} is refused with SEED=demo: its customers are made up.`);
}

function refuseInProduction(values: Values): void {
  if (values.SEED === 'demo')
    throw new EnvironmentError('SEED=demo is refused with NODE_ENV=production.');
  if (values.MEALRUN_NOW)
    throw new EnvironmentError('MEALRUN_NOW is refused with NODE_ENV=production.');
  if (values.MEALRUN_CRASH_AT)
    throw new EnvironmentError('MEALRUN_CRASH_AT is refused with NODE_ENV=production.');
  if (values.THROTTLE === 'off')
    throw new EnvironmentError('THROTTLE=off is refused with NODE_ENV=production.');
  if (values.PUBLIC_URL?.startsWith('http:') && !isThisMachine(values.PUBLIC_URL))
    throw new EnvironmentError(
      'PUBLIC_URL must start with https:// with NODE_ENV=production, otherwise nobody can sign in or pay.',
    );
  const isLive = values.STRIPE_SECRET_KEY?.includes('_live_');
  if (!isLive && values.ALLOW_TEST_PAYMENTS !== 'yes') {
    throw new EnvironmentError(
      'STRIPE_SECRET_KEY must be a live key with NODE_ENV=production. To run without real money, set ALLOW_TEST_PAYMENTS=yes.',
    );
  }
}

function readStripe(values: Values): Environment['stripe'] {
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
  if (!requireAllOrNone(values, names)) return null;
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = values;
  if (STRIPE_SECRET_KEY.includes('_live_') !== STRIPE_PUBLISHABLE_KEY.includes('_live_')) {
    throw new EnvironmentError(
      'STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must both be live keys or both be test keys.',
    );
  }
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
  };
}

function readOidc(values: Values): Oidc | null {
  const names = [
    'OIDC_ISSUER',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
    'OIDC_ALLOWED_EMAILS',
  ] as const;
  if (!requireAllOrNone(values, names)) return null;
  return {
    issuer: values.OIDC_ISSUER,
    clientId: values.OIDC_CLIENT_ID,
    clientSecret: values.OIDC_CLIENT_SECRET,
    allowedEmails: values.OIDC_ALLOWED_EMAILS,
  };
}

function readTextService(values: Values): Environment['textService'] {
  const names = ['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_FROM', 'SMS_BASE_URL'] as const;
  if (!requireAllOrNone(values, names)) return null;
  const { SMS_ACCOUNT, SMS_TOKEN, SMS_FROM, SMS_BASE_URL } = values;
  return { account: SMS_ACCOUNT, token: SMS_TOKEN, from: SMS_FROM, baseUrl: SMS_BASE_URL };
}

function readBackupKey({ BACKUP_PASSPHRASE, BACKUP_KEY_FILE }: Values) {
  if (BACKUP_PASSPHRASE !== undefined && BACKUP_KEY_FILE !== undefined) {
    throw new EnvironmentError('Set BACKUP_PASSPHRASE or BACKUP_KEY_FILE, not both.');
  }
  return {
    backupPassphrase: BACKUP_PASSPHRASE ?? null,
    backupKeyFile: BACKUP_KEY_FILE === undefined ? null : path.resolve(BACKUP_KEY_FILE),
  };
}

function readAi(values: Values): Environment['ai'] {
  if (values.AI_API_KEY && !values.AI_BASE_URL) {
    throw new EnvironmentError('AI_BASE_URL is missing: AI_API_KEY is set.');
  }
  // A service on your own machine often needs no key.
  if (!requireAllOrNone(values, ['AI_BASE_URL', 'AI_MODEL'] as const)) return null;
  return { baseUrl: values.AI_BASE_URL, apiKey: values.AI_API_KEY ?? null, model: values.AI_MODEL };
}

function readStaff(values: Values): Environment['staff'] {
  if (!requireAllOrNone(values, ['STAFF_EMAIL', 'STAFF_PASSWORD'] as const)) return null;
  return { email: values.STAFF_EMAIL, password: values.STAFF_PASSWORD };
}

/** False when none is set; throws when only some are. */
function requireAllOrNone<Name extends keyof Values>(
  values: Values,
  names: readonly Name[],
): values is Values & { [N in Name]: NonNullable<Values[N]> } {
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length === names.length) return false;
  const given = names.find((name) => values[name] !== undefined);
  if (missing[0]) throw new EnvironmentError(`${missing[0]} is missing: ${String(given)} is set.`);
  return true;
}

/** For a rehearsal on one machine. */
function isThisMachine(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}
