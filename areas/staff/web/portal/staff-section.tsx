import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState } from 'react';
import type { LinkReply } from '#areas/staff/calls/staff.ts';
import { staffQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { InviteTable } from './invite-table.tsx';
import { OneTimeLinkDialog } from './one-time-link-dialog.tsx';
import { StaffTable } from './staff-table.tsx';

/** Who can sign in. */
export function StaffSection() {
  const [isInviting, setInviting] = useState(false);
  const [link, setLink] = useState<LinkReply | null>(null);

  function showInvitation(invitation: LinkReply) {
    setInviting(false);
    setLink(invitation);
  }

  return (
    <section aria-labelledby="staff-heading" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="staff-heading" className="text-xl">
          Staff
        </h2>
        <Button size="small" onClick={() => setInviting(true)}>
          Invite a colleague
        </Button>
      </div>
      <Loaded query={useQuery(staffQuery)} what="the staff">
        {({ staff, invites }) => (
          <>
            <StaffTable staff={staff} onLink={setLink} />
            {invites.length > 0 && <InviteTable invites={invites} />}
          </>
        )}
      </Loaded>
      <InviteDialog
        open={isInviting}
        onClose={() => setInviting(false)}
        onInvited={showInvitation}
      />
      <OneTimeLinkDialog link={link} onClose={() => setLink(null)} />
    </section>
  );
}
