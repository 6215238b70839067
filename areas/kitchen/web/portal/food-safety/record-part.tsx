import { useQuery } from '@tanstack/react-query';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState } from 'react';
import {
  type TemperatureReadingReply,
  listTemperatures,
  getTemperatureRecord,
} from '#areas/kitchen/calls/food-safety-record.ts';
import { addDays, isPlainDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { TEMPERATURES_KEY, fileSource } from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { useToday } from '#areas/order-book/web/ordering-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { DownloadButton } from '#areas/printouts/web/printout-buttons.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { useWriteReadings } from '#areas/kitchen/web/portal/food-safety/use-write-readings.ts';
import { type Tenths, formatTenths } from '#areas/kitchen/rules/temperature-limits.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { NumberPad } from '#areas/kitchen/web/bench/number-pad.tsx';
import { describeReading, enteredOf, foodOf, measuredBy, readingName } from './reading-words.ts';
import { READING_MARK_NAMES } from '#areas/kitchen/rules/readings.ts';
import { READING_ACTION_NAMES, RECORD_KIND_NAMES } from '#areas/kitchen/rules/record-kinds.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { freshQuery } from '#platform/web/api/call-query.ts';

/** Shown at first: today and the six days before. */
const FIRST_DAYS = 7;

export function RecordPart() {
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
      {from && to && <Readings key={`${from} ${to}`} period={{ from, to }} />}
    </div>
  );
}

function dateIn(params: URLSearchParams, name: string): PlainDate | null {
  const date = params.get(name) ?? '';
  return isPlainDate(date) ? date : null;
}

type Period = { from: PlainDate; to: PlainDate };

function Readings({ period }: { period: Period }) {
  const { from, to } = period;
  const query = useQuery(
    freshQuery([...TEMPERATURES_KEY, from, to], listTemperatures, { query: period }),
  );
  return (
    <Loaded query={query} what="the record">
      {({ readings }) => <ReadingList readings={readings} period={period} />}
    </Loaded>
  );
}

type ReadingListProps = { readings: readonly TemperatureReadingReply[]; period: Period };

function ReadingList({ readings, period }: ReadingListProps) {
  const [corrected, setCorrected] = useState<TemperatureReadingReply | null>(null);
  const write = useWriteReadings({ onSaved: () => {} });
  const files = <RecordFiles period={period} />;
  if (readings.length === 0)
    return (
      <EmptyState title="No lines in this period" action={files}>
        Cooks write them in Daily Prep, on the bench and in Today. The files name what is missing.
      </EmptyState>
    );
  const standing = readings.filter(({ isStanding }) => isStanding);
  const failed = standing.filter(({ pass }) => pass === false);
  return (
    <>
      <FailureNotice failure={write.failure} title="Not saved" />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          {standing.length === 1
            ? '1 reading'
            : `${standing.length.toLocaleString('en-AU')} readings`}
          , {failed.length} failed
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

function RecordFiles({ period }: { period: Period }) {
  const file = { about: 'food safety record', saved: 'Food Safety Record Downloaded' };
  const sourceAs = (format: 'pdf' | 'csv') =>
    fileSource(getTemperatureRecord, { query: { ...period, format } });
  return (
    <div className="flex flex-wrap gap-2">
      <DownloadButton source={sourceAs('pdf')} {...file} variant="primary">
        PDF
      </DownloadButton>
      <DownloadButton source={sourceAs('csv')} {...file}>
        CSV
      </DownloadButton>
    </div>
  );
}

type CorrectDialogProps = {
  /** Null: closed. */
  corrected: TemperatureReadingReply | null;
  onClose: () => void;
  /** Null: it was a slip. */
  onCorrect: (tenths: Tenths | null) => void;
};

/** A line of its own takes the place of one that was written wrong; the old line stays in the record. */
function CorrectDialog({ corrected, onClose, onCorrect }: CorrectDialogProps) {
  return (
    <Dialog
      open={corrected !== null}
      onClose={onClose}
      title={corrected ? `Correct line ${corrected.id}` : ''}
    >
      {corrected && (
        <div className="grid gap-3">
          <p>{describeReading(corrected)}. The old line stays in the record.</p>
          {corrected.tenths !== null && <NumberPad onDone={onCorrect} />}
          <Button variant="secondary" onClick={() => onCorrect(null)}>
            Take it back: it was a mistake
          </Button>
        </div>
      )}
    </Dialog>
  );
}

type ReadingTableProps = {
  readings: readonly TemperatureReadingReply[];
  onCorrect: (reading: TemperatureReadingReply) => void;
};

function ReadingTable({ readings, onCorrect }: ReadingTableProps) {
  return (
    <DataTable
      caption="Temperature readings"
      columns={useColumns(onCorrect)}
      rows={readings}
      keyOf={({ id }) => id}
      isFaded={({ isStanding }) => !isStanding}
    />
  );
}

function useColumns(
  onCorrect: (reading: TemperatureReadingReply) => void,
): Column<TemperatureReadingReply>[] {
  const formatInstant = useFormatInstant();
  return [
    { name: 'line', header: 'Line', cell: ({ id }) => id, align: 'end' },
    { name: 'at', header: 'Measured', cell: ({ at }) => formatInstant(at) },
    { name: 'what', header: 'What', cell: ({ kind }) => RECORD_KIND_NAMES[kind] },
    { name: 'food', header: 'Of', cell: foodOf },
    {
      name: 'value',
      header: 'Value',
      align: 'end',
      cell: ({ tenths }) =>
        tenths === null ? (
          '–'
        ) : (
          <strong className="whitespace-nowrap">{formatTenths(tenths)}</strong>
        ),
    },
    { name: 'limit', header: 'Limit', cell: ({ limit }) => limit || '–' },
    { name: 'result', header: 'Result', cell: (reading) => <Result reading={reading} /> },
    { name: 'by', header: 'By', cell: byOf },
    {
      name: 'correct',
      header: 'Correct',
      isPlain: true,
      cell: (reading) =>
        reading.isStanding &&
        reading.kind !== 'receipt' && (
          <Button
            variant="quiet"
            size="small"
            aria-label={`Correct line ${reading.id}: ${readingName(reading)}`}
            onClick={() => onCorrect(reading)}
          >
            Correct
          </Button>
        ),
    },
  ];
}

function byOf(reading: TemperatureReadingReply): string {
  const { probe } = reading;
  return [measuredBy(reading), ...(probe === '' ? [] : [`probe ${probe}`])].join(', ');
}

function Result({ reading }: { reading: TemperatureReadingReply }) {
  const { pass, action, actionBy, corrects, isWithdrawn, isStanding, marks } = reading;
  const { recordedAt, isNotNeeded, thrownOut } = reading;
  const entered = enteredOf(reading);
  const formatInstant = useFormatInstant();
  const isFailed = pass === false && isStanding;
  return (
    <span className="grid">
      {pass !== null && (
        <span className={isFailed ? 'font-semibold text-danger' : undefined}>
          {pass ? 'Passed' : 'Failed'}
        </span>
      )}
      {action && (
        <span>
          {READING_ACTION_NAMES[action]}
          {thrownOut !== null && `, ${thrownOut} ${thrownOut === 1 ? 'portion' : 'portions'}`} (
          {actionBy})
        </span>
      )}
      {isNotNeeded && <span>Not needed</span>}
      {entered !== '' && (
        <span className="text-sm text-warning">
          {entered}: {formatInstant(recordedAt)}
        </span>
      )}
      {corrects !== null && (
        <span>
          {isWithdrawn ? 'Takes back' : 'Corrects'} line {corrects}
        </span>
      )}
      {!isStanding && !isWithdrawn && <span>Corrected, counts no more</span>}
      {marks.map((mark) => (
        <span key={mark} className="text-sm text-warning">
          {READING_MARK_NAMES[mark]}
        </span>
      ))}
    </span>
  );
}
