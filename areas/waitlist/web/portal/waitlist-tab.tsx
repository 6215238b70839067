import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WaitlistEntryReply } from '#areas/waitlist/calls/waitlist.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import {
  fetchWaitlistFile,
  waitlistQuery,
} from '#areas/waitlist/web/portal/waitlist-entries-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { ConfirmedDownload } from '#platform/web/navigation/confirmed-download.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SearchField } from '#platform/web/ui/form/search-field.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { findEntries } from './find-entries.ts';
import { LaunchCard } from './launch-card.tsx';
import { RemoveEntryDialog } from './remove-entry-dialog.tsx';
import { SuburbDemandCard } from './suburb-demand-card.tsx';
import { WaitlistTable } from './waitlist-table.tsx';
import { WavesCard } from './waves-card.tsx';
import { FREQUENT_FROM_MEALS, summariseWaitlist } from '#areas/waitlist/rules/waitlist-summary.ts';
import { StatList } from '#platform/web/ui/layout/stat-list.tsx';

/** Spec 2: who is waiting for the launch, or for their suburb. */
export function WaitlistTab() {
  const { data, error, isFetching, refetch } = useQuery(waitlistQuery);
  const mayLaunch = useMayDo('manageSettings');
  return (
    <section className="grid gap-5 py-5" aria-busy={!data && isFetching}>
      <h2 className="text-xl">Waitlist{data && ` (${countOf(data.length)})`}</h2>
      {mayLaunch && <LaunchCard />}
      {data && <Waitlist entries={data} />}
      {!data && isFetching && <WaitlistSkeleton />}
      {!data && !isFetching && error && (
        <ErrorState
          title="We couldn’t load the waitlist"
          message={describeFailure(error)}
          onRetry={() => void refetch()}
        />
      )}
    </section>
  );
}

function countOf(entries: number): string {
  return entries === 1 ? '1 entry' : `${entries} entries`;
}

function Waitlist({ entries }: { entries: readonly WaitlistEntryReply[] }) {
  const { suburbs } = useConfig().business;
  const [query, setQuery] = useState('');
  const [leaving, setLeaving] = useState<WaitlistEntryReply | null>(null);
  if (entries.length === 0) {
    return (
      <>
        <WaitlistStats entries={entries} />
        <EmptyState title="No waitlist entries yet" />
      </>
    );
  }
  const found = findEntries(entries, query, suburbs);
  return (
    <>
      <WaitlistStats entries={entries} />
      <WavesCard entries={entries} />
      <div className="flex flex-wrap items-center gap-3">
        <div className="flex grow basis-72">
          <SearchField
            label="Search name, email, phone or suburb"
            value={query}
            onChange={setQuery}
          />
        </div>
        <ConfirmedDownload fetchFile={fetchWaitlistFile} done="Waitlist Downloaded">
          Download CSV
        </ConfirmedDownload>
      </div>
      <p role="status" className="-mt-2 text-sm text-ink-soft">
        {query.trim() !== '' && `${countOf(found.length)} of ${entries.length}`}
      </p>
      {found.length > 0 ? (
        <WaitlistTable entries={found} onRemove={setLeaving} />
      ) : (
        <EmptyState title="No entries match your search" />
      )}
      <SuburbDemandCard entries={entries} />
      <RemoveEntryDialog entry={leaving} onClose={() => setLeaving(null)} />
    </>
  );
}

function WaitlistSkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading the waitlist</span>
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
    </div>
  );
}

/** For all entries, whatever the search. */
function WaitlistStats({ entries }: { entries: readonly WaitlistEntryReply[] }) {
  const { suburbs } = useConfig().business;
  const { total, uniqueSuburbs, frequent, averageMealsPerWeek } = summariseWaitlist(
    entries,
    suburbs,
  );
  return (
    <StatList
      stats={[
        { label: 'Total entries', value: total },
        { label: 'Unique suburbs', value: uniqueSuburbs },
        { label: `${FREQUENT_FROM_MEALS}+ meals/week`, value: frequent },
        {
          label: 'Average meals/week',
          value: averageMealsPerWeek ?? (total === 0 ? 0 : 'Not known'),
        },
      ]}
    />
  );
}
