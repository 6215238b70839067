import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import {
  ratingEmailsQuery,
  sendStopRatingEmails,
} from '#areas/customers/web/site/aftercare-queries.ts';
import { remindersQuery, sendStopReminders } from '#areas/checkout/web/order-again-queries.ts';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';

type Subscription = { email: string; isSubscribed: boolean };

type StopEmailsProps = {
  token: string;
  title: string;
  query: UseQueryOptions<Subscription, Error, Subscription, string[]>;
  stop: () => Promise<Subscription>;
  question: (email: ReactNode) => ReactNode;
  button: string;
  /** What is so afterwards, or was before: its title, and what it means for this address. */
  done: { title: string; text: (email: string) => ReactNode };
};

/** The page of the link in an email that asks for ratings. */
export function StopRatingEmailsPage() {
  const token = useToken();
  return (
    <StopEmails
      token={token}
      title="Emails about ratings"
      query={ratingEmailsQuery(token)}
      stop={() => sendStopRatingEmails(token)}
      question={(email) => (
        <>Stop asking {email} for ratings? You’ll still get emails about your orders.</>
      )}
      button="Don’t ask me again"
      done={{
        title: 'We won’t ask again',
        text: (email) => (
          <>
            <p className="break-all">No more requests for ratings go to {email}.</p>
            <p>You can still rate meals on your order’s page.</p>
          </>
        ),
      }}
    />
  );
}

/** The page of the link in an email that reminds of ordering again. */
export function StopRemindersPage() {
  const token = useToken();
  return (
    <StopEmails
      token={token}
      title="Reminders to order"
      query={remindersQuery(token)}
      stop={() => sendStopReminders(token)}
      question={(email) => (
        <>Stop reminding {email} to order? You’ll still get emails about your orders.</>
      )}
      button="No more reminders"
      done={{
        title: 'No reminders',
        text: (email) => (
          <>
            <p className="break-all">We won’t remind {email} to order.</p>
            <p>To be reminded again, tick the box on an order’s page.</p>
          </>
        ),
      }}
    />
  );
}

function useToken(): string {
  const [params] = useSearchParams();
  return params.get('token') ?? '';
}

/** Opening it changes nothing: mail scanners open links too. */
function StopEmails({ token, title, query, stop, question, button, done }: StopEmailsProps) {
  const asked = useQuery({ ...query, enabled: token !== '' });
  const stopping = useChange(stop);
  const known = stopping.result ?? asked.data;
  const isUnknown = token === '' || (asked.error instanceof ApiError && asked.error.status === 404);
  return (
    <div className="mx-auto grid max-w-xl gap-5 px-4 py-12 sm:px-6 sm:py-16">
      <PageHeading className="text-2xl">{title}</PageHeading>
      {asked.isLoading && (
        <div role="status" aria-label="Loading">
          <Skeleton className="h-24 w-full" />
        </div>
      )}
      {known?.isSubscribed && (
        <>
          <p>{question(<strong className="break-all">{known.email}</strong>)}</p>
          <Button
            className="w-fit"
            busy={stopping.isBusy}
            busyLabel="Stopping…"
            onClick={() => stopping.run()}
          >
            {button}
          </Button>
        </>
      )}
      {known && !known.isSubscribed && <Stopped email={known.email} {...done} />}
      <FailureNotice failure={stopping.failure} />
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

function Stopped({ email, title, text }: { email: string } & StopEmailsProps['done']) {
  return (
    <>
      <Notice tone="success" title={title} announce="polite">
        {text(email)}
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
