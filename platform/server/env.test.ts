import path from 'node:path';
import { expect, test } from 'vitest';
import { EnvironmentError, environmentWarnings, mayUseSandbox, readEnvironment } from './env.ts';

const liveKeys = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const testKeys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

test('an empty environment gives the documented defaults', () => {
  expect(readEnvironment({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: path.resolve('data'),
    databaseUrl: null,
    publicUrl: 'http://localhost:3000',
    stripe: null,
    smtpUrl: null,
    mailFrom: null,
    textService: null,
    oidc: null,
    ai: null,
    staff: null,
    now: null,
    backupHour: 2,
    backupPassphrase: null,
    recoveryKey: null,
    recoveryKeyFile: null,
    crashAt: null,
    stopWaitSeconds: 0,
    throttle: true,
    trustedProxies: [],
    metricsToken: null,
    seed: 'sample',
    production: false,
    allowTestPayments: false,
    dev: false,
  });
});

test('reads every variable', () => {
  const environment = readEnvironment({
    ...liveKeys,
    PORT: '3001',
    HOST: '::1',
    DATA_DIR: '/srv/meal run',
    DATABASE_URL: 'postgres://me:secret@db.example/mealrun',
    PUBLIC_URL: 'https://meals.example/',
    SMTP_URL: 'smtps://me:secret@mail.example',
    MAIL_FROM: 'Redlands Table <hello@meals.example>',
    SMS_ACCOUNT: 'AC1',
    SMS_TOKEN: 'token',
    SMS_FROM: '+61480000000',
    SMS_BASE_URL: 'https://texts.example.com',
    OIDC_ISSUER: 'https://login.example/realm',
    OIDC_CLIENT_ID: 'mealrun',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_ALLOWED_EMAILS: 'a@meals.example, b@meals.example',
    AI_BASE_URL: 'http://127.0.0.1:11434/v1',
    AI_MODEL: 'small',
    STAFF_EMAIL: 'chef@meals.example',
    STAFF_PASSWORD: 'correct horse',
    MEALRUN_NOW: '2026-11-22T17:00:00+10:00',
    MEALRUN_CRASH_AT: 'settle/before-ledger',
    BACKUP_HOUR: '3',
    BACKUP_PASSPHRASE: 'five boats in a bay',
    TRUSTED_PROXIES: '10.0.0.5, fd00::/8',
    METRICS_TOKEN: 'c2l4dGVlbiBieXRlcyE=',
    THROTTLE: 'off',
    SEED: 'none',
    STOP_WAIT_SECONDS: '5',
    ALLOW_TEST_PAYMENTS: 'yes',
  });
  expect(environment).toEqual({
    port: 3001,
    host: '::1',
    dataDir: '/srv/meal run',
    databaseUrl: 'postgres://me:secret@db.example/mealrun',
    publicUrl: 'https://meals.example',
    stripe: { secretKey: 'sk_live_1', publishableKey: 'pk_live_1', webhookSecret: 'whsec_1' },
    smtpUrl: 'smtps://me:secret@mail.example',
    mailFrom: 'Redlands Table <hello@meals.example>',
    textService: {
      account: 'AC1',
      token: 'token',
      from: '+61480000000',
      baseUrl: 'https://texts.example.com',
    },
    oidc: {
      issuer: 'https://login.example/realm',
      clientId: 'mealrun',
      clientSecret: 'secret',
      allowedEmails: ['a@meals.example', 'b@meals.example'],
    },
    ai: { baseUrl: 'http://127.0.0.1:11434/v1', apiKey: null, model: 'small' },
    staff: { email: 'chef@meals.example', password: 'correct horse' },
    now: '2026-11-22T07:00:00.000Z',
    backupHour: 3,
    backupPassphrase: 'five boats in a bay',
    recoveryKey: null,
    recoveryKeyFile: null,
    trustedProxies: ['10.0.0.5', 'fd00::/8'],
    metricsToken: 'c2l4dGVlbiBieXRlcyE=',
    crashAt: 'settle/before-ledger',
    stopWaitSeconds: 5,
    throttle: false,
    seed: 'none',
    production: false,
    allowTestPayments: true,
    dev: false,
  });
});

test('an empty value counts as unset', () => {
  expect(readEnvironment({ PORT: '', STRIPE_SECRET_KEY: '' })).toMatchObject({
    port: 3000,
    stripe: null,
  });
});

test('the public address follows the port', () => {
  expect(readEnvironment({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
});

test("other programs' variables are left alone", () => {
  expect(() => readEnvironment({ HOME: '/root', npm_config_x: '1' })).not.toThrow();
});

test.each([
  ['PORT', 'abc'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '0'],
  ['HOST', 'two words'],
  ['TRUSTED_PROXIES', '0.0.0.0/0'],
  ['TRUSTED_PROXIES', 'proxy.example'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['METRICS_TOKEN', 'fifteen-letters'],
  ['METRICS_TOKEN', 'no spaces in a header'],
  ['BACKUP_HOUR', '24'],
  ['BACKUP_HOUR', '2am'],
  ['DATABASE_URL', 'mysql://db.example/x'],
  ['DATABASE_URL', 'postgres://db-1:x,db-2/name'],
  ['PUBLIC_URL', 'https://meals.example/shop'],
  ['PUBLIC_URL', 'ftp://meals.example'],
  ['PUBLIC_URL', 'meals.example'],
  ['STAFF_EMAIL', 'chef'],
  ['STRIPE_SECRET_KEY', 'pk_live_1'],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_live_1'],
  ['STRIPE_WEBHOOK_SECRET', 'secret'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_a,whsec_b,whsec_c'],
  ['SMTP_URL', 'mail.example'],
  ['MAIL_FROM', 'Redlands Table'],
  ['OIDC_ISSUER', 'login'],
  ['OIDC_ALLOWED_EMAILS', 'a@meals.example,b'],
  ['AI_BASE_URL', 'localhost'],
  ['MEALRUN_NOW', '2026-11-22'],
  ['MEALRUN_NOW', '2026-11-22T17:00:00'],
  ['THROTTLE', 'no'],
  ['SEED', 'yes'],
  ['SEED', 'Demo'],
  ['ALLOW_TEST_PAYMENTS', 'true'],
  ['MEALRUN_NAO', '1'],
  ['STRIPE_KEY', 'x'],
  ['SMTP_HOST', 'x'],
  ['OIDC_SECRET', 'x'],
  ['AI_KEY', 'x'],
  ['STAFF_NAME', 'x'],
])('%s=%s is refused in one line that names it', (name, value) => {
  const message = messageFor({ [name]: value });
  expect(message.startsWith(`${name} `)).toBe(true);
  expect(message).not.toContain('\n');
});

test.each([
  [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_PUBLISHABLE_KEY is missing'],
  [{ ...testKeys, STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET is missing'],
  [{ ...liveKeys, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'both be live keys or both be test keys'],
  [{ ...testKeys, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, 'both be live keys or both be test keys'],
  [{ ...testKeys, STRIPE_SECRET_KEY: 'rk_live_1' }, 'both be live keys or both be test keys'],
  [{ STAFF_EMAIL: 'chef@meals.example' }, 'STAFF_PASSWORD is missing'],
  [{ OIDC_CLIENT_ID: 'x' }, 'OIDC_ISSUER is missing'],
  [{ AI_MODEL: 'small' }, 'AI_BASE_URL is missing'],
  [{ AI_API_KEY: 'x' }, 'AI_BASE_URL is missing'],
  [{ ...testKeys, SEED: 'demo' }, 'STRIPE_SECRET_KEY is refused with SEED=demo'],
  [
    { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@meals.example', SEED: 'demo' },
    'SMTP_URL is refused with SEED=demo',
  ],
])('%o cannot be combined: %s', (source, expected) => {
  expect(messageFor(source)).toContain(expected);
});

test.each([
  [{ ...liveKeys, MEALRUN_NOW: '2026-11-22T17:00:00Z' }, 'MEALRUN_NOW'],
  [{ ...liveKeys, THROTTLE: 'off' }, 'THROTTLE'],
  [{ ...liveKeys, MEALRUN_CRASH_AT: 'any/before-commit' }, 'MEALRUN_CRASH_AT'],
  [{ ALLOW_TEST_PAYMENTS: 'yes', SEED: 'demo' }, 'SEED=demo'],
  [testKeys, 'STRIPE_SECRET_KEY'],
])('production refuses %o because of %s', (source, name) => {
  expect(messageFor({ ...source, NODE_ENV: 'production' })).toContain(name);
});

test('production runs with live keys, without any, and with test payments when they are allowed', () => {
  expect(readEnvironment({ ...liveKeys, NODE_ENV: 'production' }).production).toBe(true);
  // Owners connect them in the portal; until then the sandbox does not run, and nobody can order.
  expect(mayUseSandbox(readEnvironment({ NODE_ENV: 'production' }))).toBe(false);
  expect(
    readEnvironment({ NODE_ENV: 'production', ALLOW_TEST_PAYMENTS: 'yes' }).allowTestPayments,
  ).toBe(true);
});

function messageFor(source: Record<string, string>): string {
  try {
    readEnvironment(source);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message;
    throw error;
  }
  throw new Error('was accepted');
}

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['PUBLC_URL', 'PUBLIC_URL'],
  ['BACKUP_HOURS', 'BACKUP_HOUR'],
  ['Data_Dir', 'DATA_DIR'],
])('%s is refused as a misspelling of %s', (name, meant) => {
  expect(() => readEnvironment({ [name]: 'x' })).toThrow(
    `${name} is not a Mealrun setting. Did you mean ${meant}?`,
  );
});

test("other programs' variables are none of our business, nor one that resembles a set one of ours", () => {
  const others = { HOSTNAME: 'a', SHELL: 'b', POST: 'c', XDG_DATA_DIRS: 'd', DATABASE_HOST: 'e' };
  expect(() => readEnvironment(others)).not.toThrow();
  const both = { DATABASE_URL: 'postgres://a@b/c', DATABASE_URI: 'postgres://x@y/z' };
  expect(() => readEnvironment(both)).not.toThrow();
});

test('DATABASE_URL may name several servers, each with its port', () => {
  const several = 'postgres://me:se,cret@db-1:5432,[::1]:5433/mealrun?sslmode=require';
  expect(readEnvironment({ DATABASE_URL: several }).databaseUrl).toBe(several);
});

test('NODE_ENV is production, test, development or nothing', () => {
  for (const NODE_ENV of ['test', 'development', '']) {
    expect(readEnvironment({ NODE_ENV }).production).toBe(false);
  }
  expect(() => readEnvironment({ NODE_ENV: 'Production' })).toThrow(
    'NODE_ENV must be production, test or development',
  );
});

test('production without https is refused, and on this machine warned of', () => {
  const production = { NODE_ENV: 'production', ALLOW_TEST_PAYMENTS: 'yes' };
  const at = (PUBLIC_URL: string) => readEnvironment({ ...production, PUBLIC_URL });
  expect(() => at('http://meals.example.com')).toThrow('PUBLIC_URL must start with https://');
  expect(environmentWarnings(at('http://localhost:3000'))).toEqual([
    expect.stringContaining('PUBLIC_URL is http://localhost:3000'),
  ]);
  expect(environmentWarnings(at('https://meals.example.com'))).toEqual([]);
  expect(environmentWarnings(readEnvironment({}))).toEqual([]);
});

test.each<[Record<string, string>, number | null]>([
  [{}, 2],
  [{ BACKUP_HOUR: '0' }, 0],
  [{ BACKUP_HOUR: 'off' }, null],
  [{ SEED: 'demo' }, null],
  [{ SEED: 'demo', BACKUP_HOUR: '4' }, 4],
  [{ NODE_ENV: 'test' }, null],
  [{ MEALRUN_NOW: '2026-11-20T09:00:00+10:00' }, null],
])('with %j the nightly backup is made at %s', (source, hour) => {
  expect(readEnvironment(source).backupHour).toBe(hour);
});

test('the recovery key is given once: itself, or in a file; BACKUP_KEY_FILE is its old name', () => {
  for (const name of ['RECOVERY_KEY_FILE', 'BACKUP_KEY_FILE'])
    expect(readEnvironment({ [name]: 'k' })).toMatchObject({
      recoveryKeyFile: path.resolve('k'),
    });
  const [one, other] = ['AGE-SECRET-KEY-1QQ', 'AGE-SECRET-KEY-1PP'];
  expect(readEnvironment({ RECOVERY_KEY: `${one}, ${other}` }).recoveryKey).toEqual([one, other]);
  expect(() => readEnvironment({ RECOVERY_KEY: 'age1qq' })).toThrow('RECOVERY_KEY must be an AGE-');
  expect(() => readEnvironment({ RECOVERY_KEY: one, RECOVERY_KEY_FILE: 'k' })).toThrow('not both');
  expect(() => readEnvironment({ BACKUP_PASSPHRASE: 'short' })).toThrow('BACKUP_PASSPHRASE must');
});
