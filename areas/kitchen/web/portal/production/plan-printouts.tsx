import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import {
  type AskedPlan,
  planPrintoutsQuery,
  planSheetSource,
} from '#areas/kitchen/web/portal/production-queries.ts';
import { planSlipSource } from '#areas/printouts/web/printouts-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import {
  DownloadButton,
  PreviewLink,
  PrintButton,
} from '#areas/printouts/web/printout-buttons.tsx';
import { printoutName } from '#areas/printouts/web/printout-name.ts';
import { StalePrintout } from '#areas/printouts/web/stale-printout.tsx';

const SHEET = { about: 'plan', saved: 'Plan Downloaded' };

/** The printed plan: print it, and see whether what hangs in the kitchen still holds. */
export function PlanPrintouts({ asked }: { asked: AskedPlan }) {
  const query = useQuery(planPrintoutsQuery(asked));
  const printouts = query.data ?? [];
  const formatInstant = useFormatInstant();
  const source = planSheetSource(asked);
  const stale = printouts.filter(({ isStale }) => isStale);
  const newest = stale.at(-1);
  return (
    <section aria-label="Printed plan" className="grid gap-3">
      {stale.map((printout) => (
        <StalePrintout key={printout.id} printout={printout} />
      ))}
      <Loaded query={query} what="if printed plans are up to date" kind="none">
        {() => null}
      </Loaded>
      <div className="flex flex-wrap items-center gap-2">
        <PrintButton source={source} {...SHEET} variant="primary">
          Print
        </PrintButton>
        {newest && (
          <PrintButton
            source={planSlipSource(newest.id)}
            about={`for the ${printoutName(newest)}`}
            saved="Change Slip Downloaded"
          >
            Change slip ({newest.plan.length})
          </PrintButton>
        )}
        <DownloadButton source={source} {...SHEET}>
          PDF
        </DownloadButton>
        <PreviewLink source={source} about={SHEET.about} />
        <ul className="text-sm text-ink-soft">
          {printouts
            .filter(({ isStale }) => !isStale)
            .map((printout) => (
              <li key={printout.id}>
                {printoutName(printout)} of {formatInstant(printout.printedAt)}, version{' '}
                {printout.version}: <span className="font-semibold text-success">up to date</span>
              </li>
            ))}
        </ul>
      </div>
    </section>
  );
}
