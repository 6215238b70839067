import { useMutation } from '@tanstack/react-query';
import { useConfig } from '#areas/business/web/page-data.ts';
import { sendAskForBell } from '#areas/checkout/web/site/slot-bells-queries.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import { ResultPlace } from '#platform/web/ui/feedback/result-place.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { BellAsked } from './ask-for-bell.tsx';
import { nameOfWindow, type Window } from './other-windows.ts';

/** One tap for the email that a place came free, where the email is known. */
export function RingMe({ slot, email }: { slot: Window; email: string }) {
  const { timeZone } = useConfig().business;
  const asking = useMutation({ mutationFn: sendAskForBell });
  if (email === '') return null;
  return (
    <ResultPlace result={asking.data ?? asking.error} className="grid gap-2">
      {asking.isSuccess ? (
        <BellAsked name={nameOfWindow(slot)} email={email} {...asking.data} timeZone={timeZone} />
      ) : (
        <Button
          variant="secondary"
          size="small"
          className="justify-self-start"
          busy={asking.isPending}
          busyLabel="Sending…"
          onClick={() => asking.mutate({ ...slot, email })}
        >
          Ring me
          <span className="sr-only"> if a place comes free on {nameOfWindow(slot)}</span>
        </Button>
      )}
      {asking.error && (
        <Notice tone="error" announce="now">
          {fieldErrorsOf(asking.error)['timeSlot'] ?? describeFailure(asking.error)}
        </Notice>
      )}
    </ResultPlace>
  );
}
