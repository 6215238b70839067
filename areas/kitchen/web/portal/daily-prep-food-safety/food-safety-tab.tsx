import { useQuery } from '@tanstack/react-query';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState } from 'react';
import type { FoodSafetyReply, MissingCheckReply } from '#areas/kitchen/calls/food-safety.ts';
import type { TemperatureReadingReply } from '#areas/kitchen/calls/temperatures.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { foodSafetyQuery } from '#areas/kitchen/web/portal/food-safety-queries.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { FailedReadings } from '#areas/kitchen/web/portal/daily-prep-temperatures/failed-readings.tsx';
import { SavedReadingBar } from '#areas/kitchen/web/portal/daily-prep-temperatures/saved-reading-bar.tsx';
import { useWriteTemperatures } from '#areas/kitchen/web/portal/daily-prep-temperatures/use-temperatures.ts';
import { TEMPERATURES_KEY } from '#areas/kitchen/web/portal/temperatures-queries.ts';
import { TrainingRecord } from '#areas/staff/web/portal/training/training-record.tsx';
import { missingText } from './check-words.ts';
import { ChecksDialog } from './checks-dialog.tsx';
import { CookedBatches } from './cooked-batches.tsx';
import { DailyChecks } from './daily-checks.tsx';
import { GoodsInHouse } from './goods-in-house.tsx';
import { MissingChecks } from './missing-checks.tsx';
import { WriteInDialog } from './write-in-dialog.tsx';
import { ReceiveDialog } from './receive-dialog.tsx';
import { RecordLines } from './record-lines.tsx';
import { SupervisorLine } from './supervisor-line.tsx';

const ASK_EVERY_MS = 30_000;

/** What has to be checked, cleaned and taken in today, on the kitchen's tablet. */
export function FoodSafetyTab() {
  const overview = useQuery({ ...foodSafetyQuery, refetchInterval: ASK_EVERY_MS });
  return (
    <Loaded query={overview} what="food safety">
      {(found) => <FoodSafety overview={found} />}
    </Loaded>
  );
}

type Open = 'goods' | 'checks' | 'write-in' | MissingCheckReply | null;

function FoodSafety({ overview }: { overview: FoodSafetyReply }) {
  const [open, setOpen] = useState<Open>(null);
  const [saved, setSaved] = useState<TemperatureReadingReply | null>(null);
  const write = useWriteTemperatures({
    onSaved: (line) => setSaved(line.isWithdrawn ? null : line),
  });
  const { date, lines, gaps, failed } = overview;
  const gap = open !== null && typeof open === 'object' ? open : null;
  return (
    <div className="grid gap-6 py-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl">Food safety, {formatDate(date)}</h2>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setOpen('goods')}>Take in goods</Button>
          <Button variant="secondary" onClick={() => setOpen('write-in')}>
            From paper
          </Button>
          <Button variant="secondary" onClick={() => setOpen('checks')}>
            What we check
          </Button>
        </div>
      </div>
      <FailureNotice failure={write.failure} title="Not saved" />
      <FailedReadings
        failed={failed}
        onAnswer={write.answer}
        onUndo={(id) => write.correct(id, null)}
      />
      <MissingChecks gaps={gaps} onWriteIn={setOpen} />
      <DailyChecks overview={overview} onWrite={write.record} onSetUp={() => setOpen('checks')} />
      <CookedBatches overview={overview} onWrite={write.record} />
      <RecordLines lines={lines} />
      <GoodsInHouse />
      <SupervisorLine overview={overview} onChange={() => setOpen('checks')} />
      <TrainingRecord training={overview.training} refresh={[{ queryKey: TEMPERATURES_KEY }]} />
      <p>
        <Link
          to={paths.admin({ tab: 'temperatures' })}
          className="inline-flex min-h-12 items-center font-semibold text-primary underline"
        >
          The whole record, as PDF and CSV
        </Link>
      </p>
      <ReceiveDialog open={open === 'goods'} onClose={() => setOpen(null)} />
      {open === 'checks' && <ChecksDialog overview={overview} onClose={() => setOpen(null)} />}
      {(open === 'write-in' || gap) && (
        <WriteInDialog
          overview={overview}
          gap={gap}
          title={gap ? missingText(gap, date) : 'Write in from paper'}
          onClose={() => setOpen(null)}
        />
      )}
      <SavedReadingBar
        saved={saved}
        isBusy={write.isBusy}
        onUndo={(id) => write.correct(id, null)}
      />
    </div>
  );
}
