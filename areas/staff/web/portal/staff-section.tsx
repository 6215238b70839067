import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LinkReply } from '#areas/staff/calls/staff.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { staffQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { InviteTable } from './invite-table.tsx';
import { OneTimeLinkDialog } from './one-time-link-dialog.tsx';
import { StaffTable } from './staff-table.tsx';

/** Who can sign in. */
export function StaffSection() {
  const { data, error, isFetching, refetch } = useQuery(staffQuery);
  const [isInviting, setInviting] = useState(false);
  const [link, setLink] = useState<LinkReply | null>(null);

  function showInvitation(invitation: LinkReply) {
    setInviting(false);
    setLink(invitation);
  }

  return (
    <section aria-label="Staff" className="grid gap-4 py-5">
      <div className="flex justify-end">
        <Button size="small" onClick={() => setInviting(true)}>
          Invite a colleague
        </Button>
      </div>
      {data && (
        <>
          <StaffTable staff={data.staff} onLink={setLink} />
          {data.invites.length > 0 && <InviteTable invites={data.invites} />}
        </>
      )}
      {!data && error && !isFetching && (
        <ErrorState message={describeFailure(error)} onRetry={() => void refetch()} />
      )}
      {!data && (isFetching || !error) && <StaffSkeleton />}
      <InviteDialog
        open={isInviting}
        onClose={() => setInviting(false)}
        onInvited={showInvitation}
      />
      <OneTimeLinkDialog link={link} onClose={() => setLink(null)} />
    </section>
  );
}

function StaffSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-3">
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
    </div>
  );
}
