import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '#web/api/api-error.ts';
import {
  type AskedPlan,
  planPrintoutsQuery,
  planSheetSource,
  planSlipSource,
} from '#web/api/portal/kitchen/production.ts';
import { useFormatInstant } from '#web/api/use-format-instant.ts';
import {
  DownloadButton,
  PreviewLink,
  PrintButton,
} from '#web/navigation/printouts/printout-buttons.tsx';
import { printoutName } from '#web/navigation/printouts/printout-name.ts';
import { StalePrintout } from '#web/navigation/printouts/stale-printout.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';

const SHEET = { about: 'plan', saved: 'Plan Downloaded' };

/** The printed plan: print it, and see whether what hangs in the kitchen still holds. */
export function PlanPrintouts({ asked }: { asked: AskedPlan }) {
  const { data: printouts = [], error, isFetching, refetch } = useQuery(planPrintoutsQuery(asked));
  const formatInstant = useFormatInstant();
  const source = planSheetSource(asked);
  const stale = printouts.filter(({ isStale }) => isStale);
  const newest = stale.at(-1);
  return (
    <section aria-label="Printed plan" className="grid gap-3">
      {stale.map((printout) => (
        <StalePrintout key={printout.id} printout={printout} />
      ))}
      {error && !isFetching && (
        <ErrorState
          title="We can’t check if printed plans are up to date"
          message={describeFailure(error)}
          onRetry={() => void refetch()}
        />
      )}
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
