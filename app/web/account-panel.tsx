import { ROLE_TEXTS } from '#platform/rules/roles.ts';
import { useSignedIn } from '#platform/web/api/session.ts';
import { AccountSection } from '#areas/staff/web/portal/account-section.tsx';

/** The account of someone who manages no others: what they are here for, and how they sign in. */
export function AccountPanel() {
  const { name, purpose } = ROLE_TEXTS[useSignedIn().role];
  return (
    <div className="grid gap-6 py-5">
      <p>
        <strong>{name}.</strong> {purpose}
      </p>
      <AccountSection />
    </div>
  );
}
