/** An active member of staff, as found for one request. Any of them may do everything (spec 6). */
export type StaffMember = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
};
