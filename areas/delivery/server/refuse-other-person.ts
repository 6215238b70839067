import { ServiceError } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

/**
 * A phone or tablet keeps what was said on it when someone else signs in: it is not theirs to send. Throws ServiceError
 * 401 `other_person`; undefined: whoever is signed in.
 */
export function refuseOtherPerson(staff: StaffMember, staffId: string | undefined): void {
  if (staffId === undefined || staff.id === staffId) return;
  throw new ServiceError(401, 'other_person', 'Someone else is signed in on this phone or tablet.');
}
