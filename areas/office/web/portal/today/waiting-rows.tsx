import type { WaitingRowReply } from '#areas/office/calls/today.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { TODAY_KEY } from '#areas/order-book/web/today-key.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { sendPutOff } from './today-queries.ts';

/** What was put off: until when, by whom and why. */
export function WaitingRows({ waiting }: { waiting: readonly WaitingRowReply[] }) {
  const formatInstant = useFormatInstant();
  const back = useChange(sendPutOff, {
    refresh: [{ queryKey: TODAY_KEY }],
    toastsFailure: true,
  });
  return (
    <ul aria-label="Waiting for others" className="bg-sunken/50">
      {waiting.map(({ key, title, until, by, note }) => (
        <li
          key={key}
          className="flex items-center gap-3 border-t border-line px-4 py-2 text-sm sm:px-5"
        >
          <div className="min-w-0 flex-1 wrap-anywhere">
            <p className="font-semibold">{title}</p>
            <p className="text-ink-soft">
              until {formatInstant(until)}, {by}
              {note !== '' && `: ${note}`}
            </p>
          </div>
          <Button
            variant="quiet"
            aria-label={`Bring back: ${title}`}
            size="small"
            busy={back.isBusy && back.given?.key === key}
            onClick={() => back.run({ key, until: null })}
          >
            Bring back
          </Button>
        </li>
      ))}
    </ul>
  );
}
