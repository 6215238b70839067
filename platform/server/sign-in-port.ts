import { mayTokensHold } from '#platform/rules/api-tokens.ts';
import { hasRight, type StaffRight, type StaffRole } from '#platform/rules/roles.ts';

/** What everyone may know of the sign-in: enough to read a session and to write links. The staff module holds the rest. */
export type SignIn = {
  /** The site's own origin, without a slash at the end. */
  publicUrl: string;
  /** Signs session cookies. */
  secret: string;
  cookieName: string;
};

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyRequest {
    /** The signed-in member of staff; looked up only on staff routes. */
    staff: StaffMember | null;
    /** For public routes that show staff more; null for a visitor. */
    findStaff(): Promise<StaffMember | null>;
  }
}

/** An active member of staff, as found for one request. */
export type StaffMember = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  role: StaffRole;
  /** The request's address; recorded in the audit trail. */
  ip?: string;
  /** The personal API token that the request was made with; absent: they are signed in themselves. */
  token?: ApiTokenInUse;
};

type ApiTokenInUse = { id: string; name: string; rights: readonly StaffRight[] };

/** By the role as it is now and, with an API token, by the token's own rights too, whatever was once stored of them. */
export function mayDo(
  { role, token }: Pick<StaffMember, 'role' | 'token'>,
  right: StaffRight,
): boolean {
  if (!hasRight(role, right)) return false;
  return token === undefined || (mayTokensHold(right) && token.rights.includes(right));
}

/** Records must say who: an account without a name is known by the beginning of its address, never by all of it. */
export function recordedName({
  firstName,
  lastName,
  email,
}: Pick<StaffMember, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}`.trim() || (email.split('@')[0] ?? '');
}
