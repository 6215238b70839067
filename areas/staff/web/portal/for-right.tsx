import type { ReactNode } from 'react';
import type { StaffRight } from '#platform/rules/roles.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { NotForRole } from './not-for-role.tsx';

/** A page for those who have a right; the others read whom to ask. */
export function ForRight({ right, children }: { right: StaffRight; children: ReactNode }) {
  return useMayDo(right) ? children : <NotForRole />;
}
