import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TemperatureReadingReply } from '#areas/kitchen/calls/temperatures.ts';
import { addDays, isPlainDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import {
  temperatureRecordSource,
  temperaturesQuery,
} from '#areas/kitchen/web/portal/temperatures-queries.ts';
import { useToday } from '#areas/order-book/web/use-today.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { DownloadButton } from '#areas/printouts/web/printout-buttons.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { CorrectDialog } from './correct-dialog.tsx';
import { FailedReadings } from './failed-readings.tsx';
import { ReadingTable } from './reading-table.tsx';
import { useWriteTemperatures } from './use-temperatures.ts';

/** Shown at first: today and the six days before. */
const FIRST_DAYS = 7;

/** The food-safety record of any period: what failed first, as a list and as files for whoever asks to see it. */
export function TemperatureRecordTab() {
  const today = useToday();
  const [params, setParams] = useSearchParams();
  const from = dateIn(params, 'from') ?? (today && addDays(today, 1 - FIRST_DAYS));
  const to = dateIn(params, 'to') ?? today;

  function choose(name: 'from' | 'to', date: string) {
    const next = new URLSearchParams(params);
    if (isPlainDate(date)) next.set(name, date);
    else next.delete(name);
    setParams(next, { preventScrollReset: true });
  }
  return (
    <div className="grid gap-5 py-5">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 className="text-xl">Food safety record</h2>
        <div className="flex flex-wrap items-end gap-2">
          <DateField label="From" value={from ?? ''} onChange={(date) => choose('from', date)} />
          <DateField label="To" value={to ?? ''} onChange={(date) => choose('to', date)} />
        </div>
      </div>
      {from && to ? <Readings key={`${from} ${to}`} period={{ from, to }} /> : <Loading />}
    </div>
  );
}

function dateIn(params: URLSearchParams, name: string): PlainDate | null {
  const date = params.get(name) ?? '';
  return isPlainDate(date) ? date : null;
}

function Loading() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading the record</span>
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}

function Readings({ period }: { period: { from: PlainDate; to: PlainDate } }) {
  const { data, error, isFetching, refetch } = useQuery(temperaturesQuery(period));
  const [corrected, setCorrected] = useState<TemperatureReadingReply | null>(null);
  const write = useWriteTemperatures({ onSaved: () => {} });
  if (!data && error && !isFetching)
    return (
      <ErrorState
        title="We couldn’t load the record"
        message={describeFailure(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Loading />;
  const { readings } = data;
  const files = <RecordFiles period={period} />;
  if (readings.length === 0)
    return (
      <EmptyState title="No lines in this period" action={files}>
        Cooks write them in Daily Prep, under Cook, and on the page Food safety. The files name what
        is missing.
      </EmptyState>
    );
  const standing = readings.filter(({ isStanding }) => isStanding);
  const failed = standing.filter(({ pass }) => pass === false);
  return (
    <>
      {write.failure !== null && (
        <Notice tone="error" announce="now" title="Not saved">
          <p>{write.failure}</p>
        </Notice>
      )}
      <FailedReadings
        failed={failed.filter(({ action }) => action === null)}
        onAnswer={write.answer}
        onUndo={(id) => write.correct(id, null)}
        asksAtOnce={false}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          {standing.length === 1 ? '1 reading' : `${standing.length} readings`}, {failed.length}{' '}
          failed
        </p>
        {files}
      </div>
      <ReadingTable readings={readings} onCorrect={setCorrected} />
      <CorrectDialog
        corrected={corrected}
        onClose={() => setCorrected(null)}
        onCorrect={(tenths) => {
          if (corrected) write.correct(corrected.id, tenths);
          setCorrected(null);
        }}
      />
    </>
  );
}

function RecordFiles({ period }: { period: { from: PlainDate; to: PlainDate } }) {
  const file = { about: 'food safety record', saved: 'Food Safety Record Downloaded' };
  return (
    <div className="flex flex-wrap gap-2">
      <DownloadButton source={temperatureRecordSource(period, 'pdf')} {...file} variant="primary">
        PDF
      </DownloadButton>
      <DownloadButton source={temperatureRecordSource(period, 'csv')} {...file}>
        CSV
      </DownloadButton>
    </div>
  );
}
