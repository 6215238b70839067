import { FIRST_ORDER_OFFER } from '#areas/business/rules/service-text.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { stopEmails, subscriptionQuery } from '#areas/waitlist/web/site/waitlist.ts';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';

/** The page of the unsubscribe link in an email. Opening it changes nothing: mail scanners open links too. */
export function UnsubscribePage() {
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const subscription = useQuery({ ...subscriptionQuery(token), enabled: token !== '' });
  const stopping = useMutation({ mutationFn: () => stopEmails(token) });
  const known = stopping.data ?? subscription.data;
  return (
    <div className="mx-auto grid max-w-xl gap-5 px-4 py-12 sm:px-6 sm:py-16">
      <PageHeading className="text-2xl">Unsubscribe</PageHeading>
      {subscription.isLoading && (
        <div role="status" aria-label="Loading">
          <Skeleton className="h-24 w-full" />
        </div>
      )}
      {known && !known.isSubscribed && <Unsubscribed email={known.email} />}
      {known?.isSubscribed && (
        <>
          <p>
            Stop all emails to <strong className="break-all">{known.email}</strong>? You don’t need
            to sign in or give a reason.
          </p>
          <Button
            className="w-fit"
            busy={stopping.isPending}
            busyLabel="Unsubscribing…"
            onClick={() => stopping.mutate()}
          >
            Unsubscribe
          </Button>
          {stopping.error && (
            <Notice tone="error" announce="now">
              {describeFailure(stopping.error)}
            </Notice>
          )}
        </>
      )}
      {isUnknownLink(token, subscription.error) && <UnknownLink />}
      {subscription.error && !isUnknownLink(token, subscription.error) && (
        <ErrorState
          message={describeFailure(subscription.error)}
          retrying={subscription.isFetching}
          onRetry={() => void subscription.refetch()}
        />
      )}
    </div>
  );
}

function isUnknownLink(token: string, error: unknown): boolean {
  return token === '' || (error instanceof ApiError && error.status === 404);
}

function Unsubscribed({ email }: { email: string }) {
  const { business } = useConfig();
  return (
    <>
      <Notice tone="success" title="You’re unsubscribed" announce="polite">
        <p className="break-all">We won’t email you again at {email}.</p>
        <p>To hear from us later, join the waitlist again and tick the box for news.</p>
        {business.waitlistFirstOrderFree && <p>{FIRST_ORDER_OFFER} That still holds.</p>}
      </Notice>
      <a href={paths.home()} className={`${buttonClass('secondary')} w-fit`}>
        Home
      </a>
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
        </a>{' '}
        and we’ll remove you from the list.
      </p>
    </Notice>
  );
}
