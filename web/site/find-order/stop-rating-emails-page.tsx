import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { ApiError, describeFailure } from '#web/api/api-error.ts';
import { useConfig } from '#web/api/page-data.ts';
import { ratingEmailsQuery, sendStopRatingEmails } from '#web/api/site/aftercare.ts';
import { PageHeading } from '#web/navigation/page-heading.tsx';
import { paths } from '#web/navigation/paths.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Button, buttonClass } from '#web/ui/form/button.tsx';

/** The page of the link in the email that asks for ratings. Opening it changes nothing: mail scanners open links too. */
export function StopRatingEmailsPage() {
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const asked = useQuery({ ...ratingEmailsQuery(token), enabled: token !== '' });
  const stopping = useMutation({ mutationFn: () => sendStopRatingEmails(token) });
  const known = stopping.data ?? asked.data;
  const isUnknown = token === '' || (asked.error instanceof ApiError && asked.error.status === 404);
  return (
    <div className="mx-auto grid max-w-xl gap-5 px-4 py-12 sm:px-6 sm:py-16">
      <PageHeading className="text-2xl">Emails about ratings</PageHeading>
      {asked.isLoading && (
        <div role="status" aria-label="Loading">
          <Skeleton className="h-24 w-full" />
        </div>
      )}
      {known?.isSubscribed && (
        <>
          <p>
            Stop asking <strong className="break-all">{known.email}</strong> for ratings? You’ll
            still get emails about your orders.
          </p>
          <Button
            className="w-fit"
            busy={stopping.isPending}
            busyLabel="Stopping…"
            onClick={() => stopping.mutate()}
          >
            Don’t ask me again
          </Button>
        </>
      )}
      {known && !known.isSubscribed && <Stopped email={known.email} />}
      {stopping.error && (
        <Notice tone="error" announce="now">
          {describeFailure(stopping.error)}
        </Notice>
      )}
      {isUnknown && <UnknownLink />}
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

function Stopped({ email }: { email: string }) {
  return (
    <>
      <Notice tone="success" title="We won’t ask again" announce="polite">
        <p className="break-all">No more requests for ratings go to {email}.</p>
        <p>You can still rate meals on your order’s page.</p>
      </Notice>
      <Link to={paths.home()} className={`${buttonClass('secondary')} w-fit`}>
        Home
      </Link>
    </>
  );
}

function UnknownLink() {
  const { business } = useConfig();
  return (
    <Notice tone="warning" title="This link is incomplete">
      <p>
        Open it from the email again, or write to{' '}
        <a href={paths.email(business.email)} className="font-semibold break-words underline">
          {business.email}
        </a>
        .
      </p>
    </Notice>
  );
}
