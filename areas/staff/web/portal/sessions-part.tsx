import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { endOwnSession, type SessionReply } from '#areas/staff/calls/staff.ts';
import { call } from '#platform/web/api/client.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { deviceName } from '#areas/staff/rules/device-name.ts';
import { ownSessionsQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { AccountPart } from './account-part.tsx';

/** Where the user is signed in. */
export function SessionsPart() {
  return (
    <AccountPart heading="Where you are signed in" isWide>
      <Loaded query={useQuery(ownSessionsQuery)} what="where you are signed in">
        {(sessions) => (
          <ul className="grid divide-y divide-line">
            {sessions.map((session) => (
              <SessionItem key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
    </AccountPart>
  );
}

function SessionItem({ session }: { session: SessionReply }) {
  const { id, isCurrent, lastUsedAt, ipAddress, userAgent } = session;
  const device = deviceName(userAgent ?? '');
  const formatInstant = useFormatInstant();
  const end = useChange(() => call(endOwnSession, { params: { sessionId: id } }), {
    refresh: [ownSessionsQuery],
    says: 'Signed Out',
    toastsFailure: true,
  });
  return (
    <li className="flex min-h-14 items-center justify-between gap-3 py-1.5">
      <span className="min-w-0">
        <span className="block font-semibold">{device}</span>
        <span className="text-sm text-ink-soft">
          {isCurrent ? 'This device' : `Last seen ${formatInstant(lastUsedAt)}`}
          {ipAddress && ` · ${ipAddress}`}
        </span>
      </span>
      {!isCurrent && (
        <Button
          variant="quiet"
          size="small"
          busy={end.isBusy}
          aria-label={`Sign out ${device}`}
          onClick={() => end.run()}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
