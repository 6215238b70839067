import { ROLE_TEXTS } from '#platform/rules/roles.ts';
import { useSignedIn } from '#platform/web/api/session.ts';
import { LANDINGS } from '#platform/web/navigation/landing.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { buttonClass } from '#platform/web/ui/form/button.tsx';

/** Instead of a page that the server would refuse, for someone who came by its address. */
export function NotForRole() {
  const { role } = useSignedIn();
  return (
    <EmptyState
      title={`Your role (${ROLE_TEXTS[role].name}) does not include this page`}
      action={
        <a href={LANDINGS[role].signedIn} className={buttonClass('secondary')}>
          Go to your own page
        </a>
      }
    />
  );
}
