import type { ReactNode } from 'react';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { ErrorState } from './error-state.tsx';
import { Notice } from './notice.tsx';
import { Skeleton } from './skeleton.tsx';

/** What of a query is needed to show it. */
export type LoadedQuery<Data> = {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
};

/** Several queries as one: here once all are, failed once one has. */
export function allOf<Data extends unknown[]>(
  ...queries: { [Place in keyof Data]: LoadedQuery<Data[Place]> }
): LoadedQuery<Data> {
  const isHere = queries.every(({ data }) => data !== undefined);
  return {
    data: isHere ? (queries.map(({ data }) => data) as Data) : undefined,
    error: queries.find(({ error }) => error)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(queries.map(({ error, refetch }) => error && refetch())),
  };
}

type LoadedProps<Data> = {
  query: LoadedQuery<Data>;
  /** "the emails": "Loading the emails", "We couldn’t load the emails". */
  what: string;
  /** The shape of the grey that stands for it. `none`: the page has other things to show meanwhile. */
  kind?: keyof typeof SHAPES | 'none';
  children: (data: Data) => ReactNode;
};

const SHAPES = {
  list: ['h-14', 'h-14', 'h-14', 'h-14'],
  detail: ['h-8 w-1/2', 'h-64'],
  form: ['h-12', 'h-12', 'h-28', 'h-12 w-40'],
  line: ['h-8 w-2/3'],
};

/**
 * Data once it is here. Until then grey of its kind, after 150 ms; a failure says what and lets people try again; data
 * that could not be renewed stays, and says so.
 */
export function Loaded<Data>({ query, what, kind = 'list', children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  const retry = () => void refetch();
  if (data !== undefined)
    return (
      <>
        {error && !isFetching && (
          <Notice tone="warning" title="May be out of date" announce="polite">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <p>{describeFailure(error)}</p>
              <Button variant="quiet" size="small" onClick={retry}>
                Try again
              </Button>
            </div>
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
        onRetry={retry}
      />
    );
  if (kind === 'none') return null;
  return (
    <div role="status" className="min-w-0">
      <span className="sr-only">Loading {what}</span>
      <div className="after-pause grid gap-3">
        {SHAPES[kind].map((size, index) => (
          // They never change places.
          // oxlint-disable-next-line react/no-array-index-key
          <Skeleton key={index} className={size} />
        ))}
      </div>
    </div>
  );
}
