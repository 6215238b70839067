import type { TemperatureReadingReply } from '#areas/kitchen/calls/temperatures.ts';
import { READING_MARK_NAMES } from '#areas/kitchen/rules/readings.ts';
import { READING_ACTION_NAMES, RECORD_KIND_NAMES } from '#areas/kitchen/rules/record-kinds.ts';
import { formatTenths } from '#areas/kitchen/rules/temperature-limits.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { enteredOf, foodOf, measuredBy, readingName } from './reading-words.ts';

type ReadingTableProps = {
  readings: readonly TemperatureReadingReply[];
  onCorrect: (reading: TemperatureReadingReply) => void;
};

/** The lines of the record, with those that count no more in grey. */
export function ReadingTable({ readings, onCorrect }: ReadingTableProps) {
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
      cell: ({ tenths }) => (tenths === null ? '–' : <strong>{formatTenths(tenths)}</strong>),
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
