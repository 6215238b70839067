import { useMutation, useQuery } from '@tanstack/react-query';
import { type BusinessFacts, FACTS } from '#areas/business/rules/facts.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import {
  fetchSettingsVersion,
  settingsVersionsQuery,
} from '#areas/business/web/portal/settings-queries.ts';
import { isSignedOut } from '#platform/web/api/session.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';

type SettingsHistoryProps = {
  current: number;
  /** Fills the form with the facts of an earlier version. */
  onFill: (facts: BusinessFacts) => void;
};

/** Who changed what and when, and the way back. */
export function SettingsHistory({ current, onFill }: SettingsHistoryProps) {
  const list = useQuery(settingsVersionsQuery);
  const formatInstant = useFormatInstant();
  const fetching = useFillFrom(onFill);

  return (
    <Card as="section" aria-label="History" className="grid gap-4">
      <h2 className="text-lg">History</h2>
      {list.isError && !list.data && (
        <ErrorState
          title="We couldn’t load the history"
          message={describeFailure(list.error)}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isPending && (
        <div role="status">
          <span className="sr-only">Loading the history</span>
          <Skeleton className="h-24 w-full" />
        </div>
      )}
      <ol className="grid gap-3">
        {list.data?.versions.map(({ version, changedBy, changedAt, changed }) => (
          <li
            key={version}
            className="flex flex-wrap items-center justify-between gap-2 border-l-2 border-line pl-3"
          >
            <div className="min-w-0">
              <p className="break-words">
                <span className="font-semibold">
                  {version === current ? `Version ${version}, in force` : `Version ${version}`}
                </span>
                {changed.length > 0 && `: ${changed.map(labelOf).join(', ')}`}
              </p>
              <p className="text-sm break-words text-ink-soft">
                {changedBy ?? 'In the database'}, {formatInstant(changedAt)}
              </p>
            </div>
            {version !== current && (
              <Button
                variant="secondary"
                size="small"
                busy={fetching.isPending && fetching.variables === version}
                busyLabel="Loading…"
                onClick={() => fetching.mutate(version)}
              >
                Go back to version {version}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function useFillFrom(onFill: SettingsHistoryProps['onFill']) {
  const { showToast } = useToast();
  return useMutation({
    async mutationFn(version: number) {
      const {
        version: _version,
        changedBy: _who,
        changedAt: _when,
        ...facts
      } = await fetchSettingsVersion(version);
      return facts;
    },
    onSuccess: onFill,
    onError(error) {
      if (isSignedOut(error)) return;
      showToast({ title: 'Error', description: describeFailure(error), tone: 'error' });
    },
  });
}

function labelOf(fact: string): string {
  return fact in FACTS ? FACTS[fact as keyof BusinessFacts].label : fact;
}
