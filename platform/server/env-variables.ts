/** The variables of the environment, one by one. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { listServerUrls } from '#platform/server/db/database-servers.ts';

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
export const Variables = z.object({
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
    .regex(/^([01]?\d|2[0-3])$/, 'must be an hour from 0 to 23')
    .transform(Number)
    .optional(),
  BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
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

export type Values = z.infer<typeof Variables>;

function isOrigin(text: string): boolean {
  const url = new URL(text);
  return url.href === `${url.origin}/`;
}

/** An address, or one with a prefix length. `/0` is refused: it would trust everyone. */
function isNetwork(text: string): boolean {
  const [address = '', prefix] = text.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0) return false;
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits);
}
