import { useQuery } from '@tanstack/react-query';
import type { DailyPrepReply } from '#areas/kitchen/calls/daily-prep.ts';
import { printoutsQuery } from '#areas/printouts/web/printouts-queries.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { usePrepPart, withPart } from './prep-parts.ts';
import { stalePrintouts } from './stale-printouts.ts';

/** In every part but Paper, which says it at length: what is on the bench may no longer hold. */
export function StaleHint({ prep }: { prep: DailyPrepReply }) {
  const { data = [] } = useQuery(printoutsQuery(prep.date));
  const [params] = useSearchParams();
  const { part } = usePrepPart();
  const stale = stalePrintouts(data).length;
  if (stale === 0 || part === 'printouts') return null;
  return (
    <Notice tone="warning" announce="polite">
      <Link
        to={{ search: withPart(params, 'printouts').toString() }}
        className="inline-flex items-center font-semibold underline underline-offset-4 max-md:min-h-11"
      >
        {stale === 1 ? '1 printout is out of date' : `${stale} printouts are out of date`}
      </Link>
    </Notice>
  );
}
