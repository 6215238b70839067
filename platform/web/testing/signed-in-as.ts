import type { SignedInReply } from '#platform/calls/sign-in.ts';
import { rightsOf } from '#platform/rules/rights.ts';
import type { StaffRole } from '#platform/rules/roles.ts';

/** What the server says of someone signed in with this role. */
export function signedInAs(role: StaffRole): SignedInReply {
  return {
    id: '0e5a4c52-7b3b-4d0e-9a4e-3f1d5c0b7a61',
    email: 'jo@example.com',
    firstName: 'Jo',
    lastName: 'Citizen',
    role,
    rights: rightsOf(role),
  };
}
