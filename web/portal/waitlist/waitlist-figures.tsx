import type { WaitlistEntryReply } from '#contract/waitlist.ts';
import { KEEN_FROM_MEALS, summariseWaitlist } from '#domain/waitlist/waitlist-summary.ts';
import { Figures } from '#web/ui/layout/figures.tsx';

/** For all entries, whatever the search. */
export function WaitlistFigures({ entries }: { entries: readonly WaitlistEntryReply[] }) {
  const { total, uniqueSuburbs, keen, averageMealsPerWeek } = summariseWaitlist(entries);
  return (
    <Figures
      figures={[
        { label: 'Total entries', value: total },
        { label: 'Unique suburbs', value: uniqueSuburbs },
        { label: `${KEEN_FROM_MEALS}+ meals/week`, value: keen },
        { label: 'Average meals/week', value: averageMealsPerWeek ?? 'Not known' },
      ]}
    />
  );
}
