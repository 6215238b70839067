import { ROLE_TEXTS } from '#platform/rules/roles.ts';
import { useSignedIn } from '#platform/web/api/session.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';

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
