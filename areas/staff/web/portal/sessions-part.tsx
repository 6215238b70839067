import { useQuery } from '@tanstack/react-query';
import { endOwnSession, type SessionReply } from '#areas/staff/calls/staff.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { deviceName } from '#areas/staff/rules/device-name.ts';
import { ownSessionsQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { AccountPart } from './account-part.tsx';

/** Where the user is signed in. */
export function SessionsPart() {
  const { data, error, isFetching, refetch } = useQuery(ownSessionsQuery);
  return (
    <AccountPart heading="Where you are signed in" isWide>
      {data && (
        <ul className="grid divide-y divide-line">
          {data.map((session) => (
            <SessionItem key={session.id} session={session} />
          ))}
        </ul>
      )}
      {!data && error && !isFetching && (
        <ErrorState message={describeFailure(error)} onRetry={() => void refetch()} />
      )}
      {!data && (isFetching || !error) && <Skeleton className="h-14 w-full" />}
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
