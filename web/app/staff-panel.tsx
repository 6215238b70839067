import { AccountSection } from '#web/portal/account/account-section.tsx';
import { StaffSection } from '#web/portal/staff/staff-section.tsx';

/** The Staff tab: everybody, then oneself. */
export function StaffPanel() {
  return (
    <div className="grid gap-12 py-5">
      <StaffSection />
      <AccountSection />
    </div>
  );
}
