import type { TodayRowReply } from '#areas/office/calls/today.ts';
import { TODAY_KEY } from '#areas/order-book/web/use-today.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { sendFlagSeen } from './today-queries.ts';
import type { TodayLevel } from '#areas/order-book/rules/today-rows.ts';
import { classNames } from '#platform/web/ui/class-names.ts';

type RowProps = { row: TodayRowReply; isFirst: boolean; onPutOff: () => void };

export function DecisionRow({ row, isFirst, onPutOff }: RowProps) {
  const { level, title, detail, canWait, action } = row;
  const isReport = row.version !== undefined;
  const mayTick = useMayDo('setDeliveryStatus') && isReport;
  const label = isReport ? 'Look' : action.label;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2 sm:px-5">
      <LevelIcon level={level} />
      <div className="min-w-0 flex-1 text-sm wrap-anywhere">
        <p className="font-semibold">{title}</p>
        <p className="text-ink-soft">
          {detail}
          {canWait && (
            <>
              {detail !== '' && ' · '}
              <button
                type="button"
                aria-label={`Wait…: ${title}`}
                className="min-h-6 underline underline-offset-4"
                onClick={onPutOff}
              >
                Wait…
              </button>
            </>
          )}
        </p>
      </div>
      {mayTick ? (
        <SeenButton row={row} />
      ) : (
        <Link
          to={action.opens}
          aria-label={`${label}: ${title}`}
          className={buttonClass(isFirst ? 'primary' : 'secondary', 'small')}
        >
          {label}
        </Link>
      )}
    </li>
  );
}

/** Ticks a report off that needed a person. */
function SeenButton({ row: { key, version = 0, title } }: { row: TodayRowReply }) {
  // A refusal says that it has changed: the list shows how it is now.
  const seen = useChange(sendFlagSeen, { refresh: [{ queryKey: TODAY_KEY }] });
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        busy={seen.isBusy}
        aria-label={`Seen: ${title}`}
        onClick={() => seen.run({ id: Number(key.split(':')[1]), version })}
      >
        Seen
      </Button>
      {seen.failure && (
        <p role="alert" className="w-full text-sm font-semibold text-danger">
          {seen.failure.message}
        </p>
      )}
    </>
  );
}

const SHAPES: Record<TodayLevel, string> = {
  hurt: 'M7 2.800h6L17.200 7v6L13 17.200H7L2.800 13V7zM10 6.500v4.300M10 13.500v.1',
  without:
    'M2.500 5.500h9v8h-9zM11.500 8.500H15l2.500 3v2h-6zM4.500 14.500a1.500 1.500 0 1 0 3 0a1.500 1.500 0 1 0-3 0M12.500 14.500a1.500 1.500 0 1 0 3 0a1.500 1.500 0 1 0-3 0',
  answer: 'M3 4.500h14v9H9l-3.500 3v-3H3z',
  money:
    'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0M12.500 7.500c-.6-1-4.500-1.300-4.500.6 0 2 4.600 1.200 4.600 3.400 0 1.900-4 1.900-4.900.4M10 5v10',
  checks: 'M4 3h12v14l-2-1.300-2 1.300-2-1.300-2 1.300-2-1.300-2 1.300zM7 7.500h6M7 11h6',
  shop: 'M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14M10 6.500v4.300M10 13.500v.1',
};

/** Red is harm alone; the words of the row say the same. */
const COLOURS: Record<TodayLevel, string> = {
  hurt: 'text-danger',
  without: 'text-danger',
  answer: 'text-warning',
  money: 'text-ink-soft',
  checks: 'text-ink-soft',
  shop: 'text-ink-soft',
};

function LevelIcon({ level }: { level: TodayLevel }) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={classNames('mt-0.5 size-5 shrink-0 self-start', COLOURS[level])}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={SHAPES[level]} />
    </svg>
  );
}
