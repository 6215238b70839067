/** An active member of staff, as found for one request. All of them may do everything (spec 6). */
export type StaffMember = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  /** The request's address; recorded in the audit trail. */
  ip?: string;
};
