import { AccountSection } from '#areas/staff/web/portal/account-section.tsx';
import { StaffSection } from '#areas/staff/web/portal/staff-section.tsx';

/** The Staff tab: all staff, then the user's own account. */
export function StaffPanel() {
  return (
    <div className="grid gap-12 py-5">
      <StaffSection />
      <AccountSection />
    </div>
  );
}
