import type { TodayRowReply } from '#areas/office/calls/today.ts';
import { TODAY_KEY } from '#areas/order-book/web/today-key.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { LevelIcon } from './level-icon.tsx';
import { sendFlagSeen } from './today-queries.ts';

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
