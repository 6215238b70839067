import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endOwnSession, type SessionReply } from '#contract/staff.ts';
import { describeFailure } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { useFormatInstant } from '#web/api/use-format-instant.ts';
import { deviceName } from '#domain/staff/device-name.ts';
import { ownSessionsQuery } from '#web/api/portal/staff.ts';
import { Button } from '#web/ui/form/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { useToast } from '#web/ui/feedback/toast.tsx';
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
  const client = useQueryClient();
  const formatInstant = useFormatInstant();
  const { showToast } = useToast();
  const end = useMutation({
    mutationFn: () => call(endOwnSession, { params: { id } }),
    onSuccess: () => showToast({ title: 'Signed Out', tone: 'success' }),
    onError: (error) =>
      showToast({ title: 'Error', description: describeFailure(error), tone: 'error' }),
    onSettled: () => client.invalidateQueries(ownSessionsQuery),
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
          busy={end.isPending}
          aria-label={`Sign out ${device}`}
          onClick={() => end.mutate()}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
