import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { BellsReply } from '#areas/checkout/calls/slot-bells.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { windowWithName } from '#areas/business/rules/offered-windows.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import {
  bellsQuery,
  sendConfirmBells,
  sendStopBells,
} from '#areas/checkout/web/site/slot-bells-queries.ts';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';

const STATE_WORDS: Record<BellsReply['bells'][number]['state'], string> = {
  asked: 'not confirmed yet',
  confirmed: 'we’ll email you once if a place comes free',
  told: 'a place came free, and goes to whoever orders first',
  used: 'you have ordered for it',
  over: 'we don’t email you about it',
};

/** What a mailbox asked to be told of. Opening it changes nothing: mail scanners open links too. */
export function BellPage() {
  const { token = '' } = useParams();
  const asked = useQuery(bellsQuery(token));
  const isUnknown = asked.error instanceof ApiError && asked.error.status === 404;
  return (
    <div className="mx-auto grid max-w-xl gap-5 px-4 py-12 sm:px-6 sm:py-16">
      <PageHeading className="text-2xl">When a place comes free</PageHeading>
      {asked.isLoading && (
        <div role="status" aria-label="Loading">
          <Skeleton className="h-24 w-full" />
        </div>
      )}
      {asked.data && <Bells token={token} bells={asked.data.bells} />}
      {isUnknown && (
        <Notice tone="warning" title="This link is over">
          <p>Orders for that week have closed, or the link is incomplete.</p>
        </Notice>
      )}
      {asked.error && !isUnknown && (
        <ErrorState
          message={describeFailure(asked.error)}
          retrying={asked.isFetching}
          onRetry={() => void asked.refetch()}
        />
      )}
    </div>
  );
}

function Bells({ token, bells }: { token: string } & BellsReply) {
  const { business } = useConfig();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (send: (token: string) => Promise<BellsReply>) => send(token),
    onSuccess: (reply) => client.setQueryData(bellsQuery(token).queryKey, reply),
  });
  const has = (...states: string[]) => bells.some(({ state }) => states.includes(state));
  return (
    <>
      <ul className="grid gap-2" aria-live="polite">
        {bells.map(({ date, timeSlot, state }) => (
          <li key={`${date} ${timeSlot} ${state}`}>
            <strong>
              {formatDate(date)}, {windowWithName(business, timeSlot)}
            </strong>
            : {STATE_WORDS[state]}
          </li>
        ))}
      </ul>
      {change.error && (
        <Notice tone="error" announce="now">
          {describeFailure(change.error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        {has('asked') && (
          <Button busy={change.isPending} onClick={() => change.mutate(sendConfirmBells)}>
            Yes, tell me
          </Button>
        )}
        {has('asked', 'confirmed') && (
          <Button
            variant="secondary"
            busy={change.isPending}
            onClick={() => change.mutate(sendStopBells)}
          >
            Don’t tell me
          </Button>
        )}
        {has('told') && (
          <Link to={paths.order({ step: 2 })} className={buttonClass('primary')}>
            Order
          </Link>
        )}
      </div>
    </>
  );
}
