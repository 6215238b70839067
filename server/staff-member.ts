/** An active member of staff, as found for one request. Any of them may do everything (spec 6). */
export type StaffMember = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Where this request came from; kept in the audit trail. */
  ip?: string;
};
