/** Pages of the secret links in emails. Opening one changes nothing, because mail scanners open links too: a button does. */
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useConfig } from '#areas/business/web/page-data.ts';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { ResultPlace } from '#platform/web/ui/feedback/result-place.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';

type LinkPageProps<Known> = {
  title: string;
  token: string;
  /** What the link is about; changes nothing. */
  query: UseQueryOptions<Known, Error, Known, string[]>;
  /** In place of "This link is incomplete". */
  unknown?: ReactNode;
  /** `change` sends what a button does, whose reply is known from then on. */
  children: (
    known: Known,
    change: { run: (send: () => Promise<Known>) => void; isBusy: boolean },
  ) => ReactNode;
};

export function LinkPage<Known>({ title, token, query, unknown, children }: LinkPageProps<Known>) {
  const asked = useQuery({ ...query, enabled: token !== '' });
  const change = useChange((send: () => Promise<Known>) => send());
  const known = change.result ?? asked.data;
  const isUnknown = token === '' || isNotFound(asked.error);
  return (
    <div className="mx-auto grid max-w-xl gap-5 px-4 py-12 sm:px-6 sm:py-16">
      <PageHeading className="text-2xl">{title}</PageHeading>
      {asked.isLoading && (
        <div role="status" aria-label="Loading">
          <Skeleton className="h-24 w-full" />
        </div>
      )}
      <ResultPlace result={change.result} className="grid gap-5 empty:hidden">
        {known !== undefined && children(known, change)}
      </ResultPlace>
      <FailureNotice failure={change.failure} />
      {isUnknown && (unknown ?? <IncompleteLink />)}
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

type Subscription = { email: string; isSubscribed: boolean };

type SubscriptionPageProps = Omit<LinkPageProps<Subscription>, 'token' | 'children'> & {
  /** What the button asks for. */
  asksTo: 'stop' | 'start';
  send: (token: string) => Promise<Subscription>;
  question: (email: ReactNode) => ReactNode;
  button: string;
  busyLabel: string;
  /** What is so afterwards, or was before: its title, and what it means for this address. */
  done: { title: string; text: (email: string) => ReactNode };
};

/** Asks once whether an address wants emails of a kind; `query` and `send` get the link's token. */
export function SubscriptionPage({
  query,
  asksTo,
  send,
  question,
  button,
  busyLabel,
  done,
  ...page
}: Omit<SubscriptionPageProps, 'query'> & {
  query: (token: string) => SubscriptionPageProps['query'];
}) {
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  return (
    <LinkPage {...page} token={token} query={query(token)}>
      {({ email, isSubscribed }, change) =>
        isSubscribed === (asksTo === 'start') ? (
          <>
            <Notice tone="success" title={done.title} announce="polite">
              {done.text(email)}
            </Notice>
            <Link to={paths.home()} className={`${buttonClass('secondary')} w-fit`}>
              Home
            </Link>
          </>
        ) : (
          <>
            <p>{question(<strong className="wrap-anywhere">{email}</strong>)}</p>
            <Button
              className="w-fit"
              busy={change.isBusy}
              busyLabel={busyLabel}
              onClick={() => change.run(() => send(token))}
            >
              {button}
            </Button>
          </>
        )
      }
    </LinkPage>
  );
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function IncompleteLink() {
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
