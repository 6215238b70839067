import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState } from 'react';
import type { DailyPrepReply } from '#areas/kitchen/calls/daily-prep.ts';
import type { LabelLayout } from '#areas/printouts/rules/label-content.ts';
import { printoutsQuery } from '#areas/printouts/web/printouts-queries.ts';
import { LabelRow, PrepSheetRow, RunSheetRow } from './printout-rows.tsx';
import { stalePrintouts } from './stale-printouts.ts';
import { StalePrintout } from '#areas/printouts/web/stale-printout.tsx';

/** Every document that the kitchen and the drivers use on a day, and whether printouts are up to date. */
export function Printouts({ prep }: { prep: DailyPrepReply }) {
  const query = useQuery(printoutsQuery(prep.date));
  const [layout, setLayout] = useState<LabelLayout>('roll');
  const printouts = query.data ?? [];
  const windows = prep.windows
    .filter(({ deliveries }) => deliveries > 0)
    .map(({ timeSlot }) => timeSlot);
  if (prep.deliveries === 0 && stalePrintouts(printouts).length === 0) return null;
  return (
    <section aria-labelledby="paper-heading" className="grid gap-3 pt-4 print:hidden">
      <h3 id="paper-heading" className="text-lg">
        Printouts
      </h3>
      <Loaded query={query} what="if printouts are up to date" kind="line">
        {() => null}
      </Loaded>
      {stalePrintouts(printouts).map((printout) => (
        <StalePrintout key={printout.id} printout={printout} layout={layout} />
      ))}
      {prep.deliveries > 0 && (
        <div className="grid items-start gap-3 lg:grid-cols-3">
          <PrepSheetRow date={prep.date} printouts={printouts} />
          <LabelRow
            date={prep.date}
            printouts={printouts}
            giftCards={prep.giftCards}
            layout={layout}
            onLayout={setLayout}
          />
          <RunSheetRow date={prep.date} printouts={printouts} windows={windows} />
        </div>
      )}
    </section>
  );
}
