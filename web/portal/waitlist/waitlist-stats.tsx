import type { WaitlistEntryReply } from '#contract/waitlist.ts';
import { FREQUENT_FROM_MEALS, summariseWaitlist } from '#domain/waitlist/waitlist-summary.ts';
import { StatList } from '#web/ui/layout/stat-list.tsx';

/** For all entries, whatever the search. */
export function WaitlistStats({ entries }: { entries: readonly WaitlistEntryReply[] }) {
  const { total, uniqueSuburbs, frequent, averageMealsPerWeek } = summariseWaitlist(entries);
  return (
    <StatList
      stats={[
        { label: 'Total entries', value: total },
        { label: 'Unique suburbs', value: uniqueSuburbs },
        { label: `${FREQUENT_FROM_MEALS}+ meals/week`, value: frequent },
        { label: 'Average meals/week', value: averageMealsPerWeek ?? 'Not known' },
      ]}
    />
  );
}
