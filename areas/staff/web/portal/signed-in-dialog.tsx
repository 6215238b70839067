import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState } from 'react';
import {
  type SessionReply,
  signOutPhone,
  type StaffAccountReply,
} from '#areas/staff/calls/staff.ts';
import { call } from '#platform/web/api/client.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { staffQuery, staffSessionsQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { deviceName } from '#areas/staff/rules/device-name.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';

type SignedInDialogProps = { account: StaffAccountReply; onClose: () => void };

/** Where someone is signed in, and signing out a phone that was lost. */
export function SignedInDialog({ account, onClose }: SignedInDialogProps) {
  const { id, email, firstName, lastName } = account;
  const sessions = useQuery(staffSessionsQuery(id));
  const name = `${firstName} ${lastName}`.trim() || email;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Where ${name} is signed in`}
      actions={
        <Button variant="secondary" size="small" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Loaded query={sessions} what="where they are signed in">
        {(found) =>
          found.length === 0 ? (
            <p>Nowhere.</p>
          ) : (
            <ul className="grid divide-y divide-line">
              {found.map((session) => (
                <SignedInPhone
                  key={session.id}
                  staffId={id}
                  session={session}
                  onDone={() => void sessions.refetch()}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}

type SignedInPhoneProps = { staffId: string; session: SessionReply; onDone: () => void };

function SignedInPhone({ staffId, session, onDone }: SignedInPhoneProps) {
  const [isAsking, setAsking] = useState(false);
  const formatInstant = useFormatInstant();
  const device = deviceName(session.userAgent ?? '');
  const signOut = useChange(
    () => call(signOutPhone, { params: { id: staffId, sessionId: session.id } }),
    { refresh: [staffQuery], says: 'Signed Out', toastsFailure: true, onDone: onDone },
  );
  return (
    <li className="grid gap-2 py-2">
      <span className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <span className="min-w-0">
          <span className="block font-semibold">{device}</span>
          <span className="text-sm text-ink-soft">
            {session.isCurrent ? 'This device' : `Last seen ${formatInstant(session.lastUsedAt)}`}
            {session.ipAddress && ` · ${session.ipAddress}`}
          </span>
        </span>
        {!session.isCurrent && !isAsking && (
          <Button
            variant="secondary"
            size="small"
            className="min-h-11"
            aria-label={`Sign out this phone: ${device}`}
            onClick={() => setAsking(true)}
          >
            Sign out this phone
          </Button>
        )}
      </span>
      {isAsking && (
        <div className="grid gap-2 rounded-2xl bg-danger-soft px-4 py-3">
          <p>
            The next time it has a connection it forgets today’s stops, its photos and every report
            that it has not sent. For a phone that is lost.
          </p>
          <span className="flex flex-wrap gap-2">
            <Button
              variant="danger"
              size="small"
              className="min-h-11"
              busy={signOut.isBusy}
              onClick={() => signOut.run()}
            >
              Sign out and wipe
            </Button>
            <Button
              variant="secondary"
              size="small"
              className="min-h-11"
              onClick={() => setAsking(false)}
            >
              Keep
            </Button>
          </span>
        </div>
      )}
    </li>
  );
}
