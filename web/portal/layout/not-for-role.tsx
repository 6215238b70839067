import { ROLE_TEXTS } from '#domain/staff/roles.ts';
import { useSignedIn } from '#web/api/session.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

/** Instead of a page that the server would refuse, for someone who came by its address. */
export function NotForRole() {
  const { role } = useSignedIn();
  return (
    <div className="py-5">
      <EmptyState
        title={`Your role (${ROLE_TEXTS[role].name}) does not include this page. Ask an owner.`}
      />
    </div>
  );
}
