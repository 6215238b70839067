import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Context } from '#platform/server/context.ts';
import { signedOutPhones } from '#areas/staff/server/tables/signed-out-phones.ts';
import { ServiceError } from '#platform/server/errors.ts';
import { readSessionToken } from '#areas/staff/server/sign-in/better-auth-internals.ts';

export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** 401: staff reported this phone as lost. It wipes what it keeps of the day. */
export class PhoneSignedOut extends ServiceError {
  constructor() {
    super(401, 'phone_signed_out', 'This phone was signed out.');
  }
}

/** Of a request without a live session. */
export async function isSignedOutPhone(
  { db, signIn }: Pick<Context, 'db' | 'signIn'>,
  request: FastifyRequest,
): Promise<boolean> {
  const token = readSessionToken(request.headers.cookie ?? '', signIn);
  if (token === null) return false;
  const phones = await db.$count(
    signedOutPhones,
    eq(signedOutPhones.tokenHash, hashSessionToken(token)),
  );
  return phones > 0;
}
