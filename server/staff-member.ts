import type { StaffRole } from '#domain/staff/roles.ts';

/** An active member of staff, as found for one request. */
export type StaffMember = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  /** As it is now: another role counts from the next request. */
  role: StaffRole;
  /** The request's address; recorded in the audit trail. */
  ip?: string;
};
