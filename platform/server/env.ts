/** The environment, read and checked once at the start and then passed to anyone who needs it. */
import path from 'node:path';
import { givenEnvironment } from '#platform/server/process-environment.ts';
import { isIdentity } from '#platform/server/recovery-key.ts';
import { z } from 'zod';
import { isIP } from 'node:net';

/** One line that names the variable at fault. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}

export type Environment = {
  port: number;
  host: string;
  dataDir: string;
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null;
  /** An origin, without a trailing slash. */
  publicUrl: string;
  /** Null: what owners connect in the portal, or the payment sandbox. */
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string } | null;
  /** Null: emails are saved under DATA_DIR. */
  smtpUrl: string | null;
  mailFrom: string | null;
  /** Null: text messages are saved under DATA_DIR. */
  textService: { account: string; token: string; from: string; baseUrl: string } | null;
  oidc: Oidc | null;
  ai: { baseUrl: string; apiKey: string | null; model: string } | null;
  staff: { email: string; password: string } | null;
  /** The ISO instant at which the server's clock starts; null: real time. */
  now: string | null;
  /** The hour (kitchen time) of the automatic backup; null: no automatic backups. */
  backupHour: number | null;
  /** Encrypts backups instead of the recovery key. */
  backupPassphrase: string | null;
  /** The key in force, then the one it replaced; null: in a file. */
  recoveryKey: readonly string[] | null;
  /** An absolute path; null: in DATA_DIR. */
  recoveryKeyFile: string | null;
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

const NIGHTLY_BACKUP_HOUR = 2;

/** Shorter names resemble too many others. */
const SHORTEST_TYPO = 7;

const OWN_PREFIXES = /^(MEALRUN|RECOVERY|STRIPE|SMTP|SMS|OIDC|AI|STAFF)_/;

/** The environment of this process, plus the project's `.env`. Throws EnvironmentError. */
export function loadEnvironment(): Environment {
  return readEnvironment(givenEnvironment);
}

/** Throws EnvironmentError for unknown, malformed, incomplete or contradictory variables. Empty counts as unset. */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
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
    backupHour: values.BACKUP_HOUR === undefined ? findBackupHour(values) : values.BACKUP_HOUR,
    backupPassphrase: values.BACKUP_PASSPHRASE ?? null,
    ...readRecoveryKey(values),
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

/** In production only for a rehearsal by everyone: its cards charge nobody. */
export function mayUseSandbox({
  production,
  allowTestPayments,
}: Pick<Environment, 'production' | 'allowTestPayments'>): boolean {
  return !production || allowTestPayments;
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
  const isTest = values.STRIPE_SECRET_KEY?.includes('_live_') === false;
  if (isTest && values.ALLOW_TEST_PAYMENTS !== 'yes') {
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

/** Every night, unless the business is made up. */
function findBackupHour({ SEED, NODE_ENV, MEALRUN_NOW }: Values): number | null {
  const isTrial = SEED === 'demo' || NODE_ENV === 'test' || MEALRUN_NOW !== undefined;
  return isTrial ? null : NIGHTLY_BACKUP_HOUR;
}

/** `BACKUP_KEY_FILE` is what 0.1.0 called the file. */
function readRecoveryKey(values: Values) {
  const names = ['RECOVERY_KEY', 'RECOVERY_KEY_FILE', 'BACKUP_KEY_FILE'] as const;
  const [given, another] = names.filter((name) => values[name] !== undefined);
  if (another !== undefined)
    throw new EnvironmentError(`Set ${String(given)} or ${another}, not both.`);
  const file = values.RECOVERY_KEY_FILE ?? values.BACKUP_KEY_FILE;
  const recoveryKeyFile = file === undefined ? null : path.resolve(file);
  return { recoveryKey: values.RECOVERY_KEY ?? null, recoveryKeyFile };
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

/** The variables of the environment, one by one. */
const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'must be an http or https address',
  abort: true,
});
const oneServer = z.url({ protocol: /^postgres(ql)?$/ });
const postgresUrl = z
  .string()
  .refine(
    (url) => listServerUrls(url).every((each) => oneServer.safeParse(each).success),
    'must start with postgres://',
  );
const smtpUrl = z.url({ protocol: /^smtps?$/, error: 'must start with smtp:// or smtps://' });

/** What each may be; empty ones never get here. */
const Variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, { error: 'must be a number from 1 to 65535', abort: true })
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65_535, 'must be a number from 1 to 65535')
    .default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an address')
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: postgresUrl.optional(),
  PUBLIC_URL: httpUrl
    .refine(isOrigin, 'must be an address without a path, like https://example.com')
    .transform((url) => new URL(url).origin)
    .optional(),
  STAFF_EMAIL: z.email('must be an email address').optional(),
  STAFF_PASSWORD: z.string().optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(live|test)_/, 'must start with sk_live_ or sk_test_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(live|test)_/, 'must start with pk_live_ or pk_test_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(
      /^whsec_[^,]+(,whsec_[^,]+)?$/,
      'must start with whsec_; separate two secrets with a comma while rotating them',
    )
    .optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*@[^\r\n]*$/, 'must be an email address, like Name <name@example.com>')
    .optional(),
  SMS_ACCOUNT: z.string().regex(/^\w+$/, 'must be an account id, like AC0123456789').optional(),
  SMS_TOKEN: z.string().optional(),
  SMS_FROM: z
    .string()
    .regex(
      /^(\+\d{6,15}|MG\w+|[A-Za-z0-9 ]{1,11})$/,
      'must be a phone number like +61412345678, a messaging service (MG...), or up to 11 letters and digits',
    )
    .optional(),
  SMS_BASE_URL: httpUrl.optional(),
  OIDC_ISSUER: httpUrl.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_ALLOWED_EMAILS: z
    .string()
    .transform((list) => list.split(',').map((email) => email.trim()))
    .pipe(z.array(z.email('must be email addresses separated by commas')))
    .optional(),
  AI_BASE_URL: httpUrl.optional(),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().optional(),
  MEALRUN_NOW: z.iso
    .datetime({
      offset: true,
      error: 'must be a date and time with a UTC offset, like 2026-11-20T09:00:00+10:00',
    })
    .transform((instant) => new Date(instant).toISOString())
    .optional(),
  MEALRUN_DEV: z.enum(['1'], 'may only be 1').optional(),
  MEALRUN_CRASH_AT: z.string().optional(),
  BACKUP_HOUR: z
    .string()
    .regex(/^(off|[01]?\d|2[0-3])$/, 'must be an hour from 0 to 23, or off')
    .transform((hour) => (hour === 'off' ? null : Number(hour)))
    .optional(),
  BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
  RECOVERY_KEY: z
    .string()
    .transform((list) => list.split(',').map((each) => each.trim()))
    .refine((keys) => keys.every(isIdentity), 'must be an AGE-SECRET-KEY-1..., or NEW,OLD')
    .optional(),
  RECOVERY_KEY_FILE: z.string().optional(),
  BACKUP_KEY_FILE: z.string().optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(',').map((each) => each.trim()))
    .refine((list) => list.every(isNetwork), 'must be addresses or networks, like 10.0.0.0/8')
    .optional(),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .regex(/^[\w.~+/=-]+$/, 'may only have letters, digits and the characters - . _ ~ + / =')
    .optional(),
  STOP_WAIT_SECONDS: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a number of seconds from 0 to 99')
    .default('0'),
  THROTTLE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  SEED: z.enum(['sample', 'none', 'demo'], 'must be sample, none or demo').default('sample'),
  NODE_ENV: z
    .enum(
      ['production', 'test', 'development'],
      'must be production, test or development, or left out',
    )
    .optional(),
  ALLOW_TEST_PAYMENTS: z.enum(['yes', 'no'], 'must be yes or no').optional(),
});

type Values = z.infer<typeof Variables>;

function isOrigin(text: string): boolean {
  const url = new URL(text);
  return url.href === `${url.origin}/`;
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

/** An address, or one with a prefix length. `/0` is refused: it would trust everyone. */
function isNetwork(text: string): boolean {
  const [address = '', prefix] = text.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0) return false;
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits);
}

/**
 * The servers of `DATABASE_URL`. Several are written as libpq does, `postgres://user:password@db-1:5432,db-2:5432/name`:
 * one of them accepts writes, the primary; the others are its standbys until one of them is promoted.
 */
const SEVERAL = /^(?<before>postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)(?<hosts>[^/?#]+)(?<after>.*)$/;

/** The URL of each server alone. */
export function listServerUrls(url: string): string[] {
  const { before = '', hosts = '', after = '' } = SEVERAL.exec(url)?.groups ?? {};
  if (!hosts.includes(',')) return [url];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** `db-1:5432,db-2:5432` */
export function formatServers(url: string): string {
  return listServerUrls(url)
    .map((each) => new URL(each).host)
    .join(',');
}

export function parseServer(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || 5432) };
}
