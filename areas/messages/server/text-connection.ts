/** A text service, connected in the portal: it took a text to the owner’s own mobile before it is used. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  formatPhone,
  isMobile,
  LONGEST_PHONE,
  normalisePhone,
} from '#areas/business/rules/australia.ts';
import { textAdvice } from '#areas/messages/rules/sender-advice.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { serviceTexter, TextRefused, textServiceIn } from '#areas/messages/server/texter.ts';
import { endingOf } from '#platform/rules/connections.ts';
import { formatInstant } from '#platform/rules/zoned-time.ts';
import type { ConnectionKind } from '#platform/server/save-connection.ts';
import type { Values } from '#platform/server/opened-connections.ts';
import type { Context } from '#platform/server/context.ts';
import type { Proof } from '#platform/server/db/tables/connections.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import { proofCode } from '#platform/server/link-token.ts';
import { hostOf, isLoopbackName, pinHost } from '#platform/server/public-address.ts';

const LONGEST = { account: 100, token: 500, baseUrl: 200 };
const TWILIO = 'https://api.twilio.com';
const CODE_VALID_SECONDS = 600;

const fields = z.strictObject({
  account: z
    .string()
    .trim()
    .max(LONGEST.account, 'This account is too long')
    .regex(/^\w+$/, 'Please enter the account id, like AC0123456789'),
  /** Left empty: as it was. */
  token: z
    .string()
    .transform((typed) => typed.replaceAll(/\s/g, ''))
    .pipe(z.string().max(LONGEST.token, 'This token is too long'))
    .default(''),
  from: z
    .string()
    .trim()
    .regex(
      /^(\+\d{6,15}|MG\w{1,60}|[A-Za-z0-9 ]{1,11})$/,
      'Please enter a number like +61412345678, a messaging service (MG…), or up to 11 letters and digits',
    ),
  baseUrl: z
    .string()
    .trim()
    .max(LONGEST.baseUrl, 'This address is too long')
    .transform((typed) => (typed === '' ? TWILIO : typed.replace(/\/+$/, '')))
    .pipe(
      z.url({ protocol: /^https?$/, error: 'Please enter an address that starts with https://' }),
    )
    .default(TWILIO),
  mobile: z
    .string()
    .max(LONGEST_PHONE, 'This number is too long')
    .transform((typed) => normalisePhone(typed) ?? '')
    .refine(isMobile, 'Please enter your own mobile, such as 0412 345 678'),
});

export const textConnection: ConnectionKind = {
  kind: 'sms',
  fields,

  async attempt(context, { given, before, isDryRun }) {
    const values = withToken(given, before?.values);
    const { account = '', from = '', mobile = '', baseUrl = '', token = '' } = values;
    await refuseInside(context, baseUrl);
    return {
      account,
      values,
      shown: {
        name: new URL(baseUrl).host,
        account,
        from,
        mobile,
        baseUrl,
        ending: endingOf(token),
      },
      proof: isDryRun ? null : await sendCode(context, values),
      says: [`Texts are sent by ${new URL(baseUrl).host} from now on, from ${from}.`],
    };
  },

  async check(context, { connection }) {
    return connection && sendCode(context, connection.values);
  },

  async describe(context, connection) {
    if (connection === null) {
      const isOn = context.texter.mode === 'service';
      return {
        says: isOn
          ? `Texts are sent from ${context.texter.from}.`
          : 'Not set. News of a delivery goes by email alone.',
        isProved: isOn && (await isAnyTaken(context)),
        advice: isOn ? textAdvice(context.texter.from, context.signIn.publicUrl) : [],
      };
    }
    const { business } = await context.site.current();
    const { from, name, mobile } = connection.shown;
    const { arrivedAt } = connection.proof ?? {};
    const arrived =
      arrivedAt === undefined
        ? `Type the code that went to ${formatPhone(String(mobile))}.`
        : `A test text arrived ${formatInstant(Date.parse(arrivedAt), business.timeZone)}.`;
    return {
      says: `${String(name)}, from ${String(from)}. ${arrived}`,
      isProved: arrivedAt !== undefined,
      advice: textAdvice(String(from), context.signIn.publicUrl),
    };
  },
};

function withToken(given: Values, before: Values | undefined): Values {
  if (given['token'] !== '') return given;
  if (before?.['account'] === given['account'] && before?.['token'])
    return { ...given, token: before['token'] };
  throw new InvalidRequest({ token: 'Please enter the token' });
}

async function refuseInside(context: Context, baseUrl: string): Promise<void> {
  const url = new URL(baseUrl);
  const { allowsLocalHosts = false } = context;
  const isPlainHere = allowsLocalHosts && isLoopbackName(hostOf(url));
  if (url.protocol !== 'https:' && !isPlainHere)
    throw new InvalidRequest({ baseUrl: 'Please enter an address that starts with https://' });
  await pinHost(context, hostOf(url)).catch(() => {
    throw new InvalidRequest({ baseUrl: 'Please enter an address on the internet that answers' });
  });
}

/** The code follows from when it was sent: nobody can read it in the database. Throws Conflict `texts_refused`. */
async function sendCode(context: Context, values: Values): Promise<Proof> {
  const sentAt = new Date().toISOString();
  const code = textCode(context, sentAt);
  const { business } = await context.site.current();
  const service = textServiceIn(values);
  try {
    await serviceTexter(service, context.signIn.publicUrl).deliver({
      id: 0,
      kind: 'test_text',
      recipient: values['mobile'] ?? '',
      from: service.from,
      body: `${business.name}: your code is ${code}. Type it into Going live.`,
      validSeconds: CODE_VALID_SECONDS,
    });
  } catch (error) {
    const words = error instanceof TextRefused ? error.message : 'It doesn’t answer';
    throw new Conflict('texts_refused', `The text service didn’t take the text.\n${words}`);
  }
  return { sentAt };
}

export function textCode(
  { trackingSecret }: Pick<Context, 'trackingSecret'>,
  sentAt: string,
): string {
  return proofCode(`text:${sentAt}`, trackingSecret);
}

/** The service has taken a text of ours, no matter who set it up. */
async function isAnyTaken({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from ${messages} where ${messages.textSid} is not null limit 1`,
  );
  return rows.length > 0;
}
