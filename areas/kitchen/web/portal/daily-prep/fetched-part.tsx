import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';

type FetchedPartProps<Data, Key extends QueryKey> = {
  query: UseQueryOptions<Data, Error, Data, Key>;
  /** "the packing list": what loads, or could not be loaded. */
  what: string;
  children: (data: Data) => ReactNode;
};

/** A part of the day that is fetched once it is opened. */
export function FetchedPart<Data, Key extends QueryKey>({
  query,
  what,
  children,
}: FetchedPartProps<Data, Key>) {
  const { data, error, isFetching, refetch } = useQuery(query);
  if (data !== undefined)
    return (
      <>
        {error && (
          <Notice tone="warning" announce="polite" title="This may be out of date">
            <p>{describeFailure(error)}</p>
          </Notice>
        )}
        {children(data)}
      </>
    );
  if (error && !isFetching)
    return (
      <ErrorState
        title={`We couldn’t load ${what}`}
        message={describeFailure(error)}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div role="status" className="grid gap-4 pt-4">
      <p>Loading {what}…</p>
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  );
}
