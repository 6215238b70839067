/** Who calls with an API token. Looked up at every request, so that whatever happens to token or person counts at once. */
import type { FastifyRequest } from 'fastify';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import { apiTokens } from '#areas/staff/server/tables/webhooks.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { ServiceError } from '#platform/server/errors.ts';
import { throttle, throttleCaller } from '#platform/server/http/throttle.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** For one token. A program that needs more is better served by webhooks or the export. */
const CALLS_A_MINUTE = 300;

/** 401: unknown, expired, revoked, or of someone whose account is disabled. Does not say which. */
export class BadToken extends ServiceError {
  constructor() {
    super(401, 'bad_token', 'This API token is wrong, expired or revoked.');
  }
}

/** 403: the token was not given the right, though the person's role may have it. */
export class TokenLacksRight extends ServiceError {
  constructor(right: string) {
    super(403, 'token_lacks_right', `This API token was made without the right ${right}.`, {
      right,
    });
  }
}

/** 403: people do this themselves, signed in. */
export class NotForTokens extends ServiceError {
  constructor() {
    super(403, 'not_for_tokens', 'API tokens cannot do this. Sign in to the portal.');
  }
}

/** The API token of a request; null: it has none, and a cookie may say who it is. */
export function tokenOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const [, text] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  return text !== undefined && looksLikeToken(text) ? text : null;
}

/** Uses real time, not the business's clock, which may be set for a rehearsal. Throws BadToken or TooManyRequests. */
export async function findTokenHolder(
  context: Pick<Context, 'db' | 'clock' | 'throttle' | 'trackingSecret'>,
  request: FastifyRequest,
  text: string,
): Promise<StaffMember> {
  const found = isWholeToken(text) ? await findToken(context, text) : undefined;
  if (!found) {
    await throttleCaller(context, 'wrongToken', request);
    throw new BadToken();
  }
  const { token, isNoted } = found;
  await throttle(context, {
    key: `api token ${token.id}`,
    limit: CALLS_A_MINUTE,
    windowSeconds: 60,
    refusal: (wait) =>
      `This API token was used ${CALLS_A_MINUTE} times in a minute. Try again in ${wait}.`,
  });
  if (!isNoted) {
    await context.db.update(apiTokens).set({ lastUsedOn: TODAY }).where(eq(apiTokens.id, token.id));
  }
  const { id, email, firstName, lastName, role } = found.staff;
  const { name, rights } = token;
  return {
    id,
    email,
    firstName,
    lastName,
    role,
    ip: request.ip,
    token: { id: token.id, name, rights },
  };
}

/** To the day: recording every call is unnecessary. */
const TODAY = sql`(now() at time zone 'UTC')::date`;

async function findToken({ db }: Pick<Context, 'db'>, text: string) {
  const [found] = await db
    .select({
      token: apiTokens,
      staff,
      isNoted: sql<boolean>`coalesce(${apiTokens.lastUsedOn} = ${TODAY}, false)`,
    })
    .from(apiTokens)
    .innerJoin(staff, eq(staff.id, apiTokens.staffId))
    .where(
      and(
        eq(apiTokens.tokenHash, hashToken(text)),
        isNull(apiTokens.revokedAt),
        gt(apiTokens.expiresAt, sql`now()`),
        eq(staff.isActive, true),
      ),
    );
  return found;
}

/** What an API token looks like: `mr_`, 32 random bytes in base62, and a checksum by which a mistyped one is known. */
const PREFIX = 'mr_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 is more than 2^256, and 62^6 more than 2^32. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

const SHAPE = new RegExp(
  `^${PREFIX}([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);

export function newTokenText(): string {
  const secret = toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH);
  return `${PREFIX}${secret}${checksumOf(secret)}`;
}

/** False: mistyped or cut off, so the database need not be asked. */
export function isWholeToken(text: string): boolean {
  const [, secret, checksum] = SHAPE.exec(text) ?? [];
  return secret !== undefined && checksumOf(secret) === checksum;
}

function looksLikeToken(text: string): boolean {
  return text.startsWith(PREFIX);
}

export function hashToken(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function checksumOf(secret: string): string {
  return toBase62(BigInt(crc32(secret)), CHECKSUM_LENGTH);
}

function toBase62(value: bigint, length: number): string {
  let rest = value;
  let text = '';
  for (let place = 0; place < length; place += 1) {
    text = DIGITS.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
