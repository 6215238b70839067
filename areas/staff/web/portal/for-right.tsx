import type { ReactNode } from 'react';
import type { StaffRight } from '#platform/rules/roles.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { NotForRole } from './not-for-role.tsx';

export function ForRight({ right, children }: { right: StaffRight; children: ReactNode }) {
  return useMayDo(right) ? children : <NotForRole />;
}
