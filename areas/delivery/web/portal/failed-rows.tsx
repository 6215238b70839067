import { useQueryClient } from '@tanstack/react-query';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { useState } from 'react';
import type { IncidentReply } from '#areas/delivery/calls/incidents.ts';
import { LONGEST_DELIVERY_NOTE } from '#areas/orders/calls/move-deliveries.ts';
import {
  type IncidentChoiceBody,
  incidentQuery,
  sendIncidentRetry,
  sendIncidentSettled,
} from '#areas/delivery/web/portal/incidents-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { ChoiceField, toChoice } from './choice-field.tsx';
import { IncidentRowName } from './incident-row-name.tsx';

type Row = IncidentReply['rows'][number];

/** What could not be done as chosen: another choice, the same again, or left with a note. */
export function FailedRows({ incident, rows }: { incident: IncidentReply; rows: readonly Row[] }) {
  const { id, places } = incident;
  const [chosen, setChosen] = useState<ReadonlyMap<number, IncidentChoiceBody>>(new Map());
  const [note, setNote] = useState('');
  const client = useQueryClient();
  const mayRefund = useMayDo('refundOrders');
  const onDone = (changed: IncidentReply) =>
    void client.setQueryData(incidentQuery(id).queryKey, changed);
  const retrying = useChange(() => sendIncidentRetry(id, [...chosen.values()]), { onDone });
  const settling = useChange(() => sendIncidentSettled(id, note), { onDone });
  return (
    <Card as="section" className="grid gap-4 border-danger!" aria-label="Failed">
      <h3 className="text-lg">
        {rows.length === 1 ? '1 needs you' : `${rows.length} need your decisionr decision`}
      </h3>
      <ul className="grid gap-3">
        {rows.map((row) => {
          const {
            choice,
            date: day,
            timeSlot,
          } = chosen.get(row.deliveryId) ?? {
            choice: row.choice,
            date: row.to?.date,
            timeSlot: row.to?.timeSlot,
          };
          const to = day && timeSlot ? { date: day, timeSlot: timeSlot as Row['timeSlot'] } : null;
          return (
            <li
              key={row.id}
              className="grid items-center gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,1fr)_20rem]"
            >
              <div>
                <IncidentRowName row={row} />
                <p className="text-sm font-semibold text-danger">{row.message}</p>
              </div>
              <ChoiceField
                label={row.customer}
                choice={choice}
                to={to}
                places={withOwn(places, to)}
                mayRefund={mayRefund}
                onChoose={(value) =>
                  setChosen((now) =>
                    new Map(now).set(row.deliveryId, toChoice(row.deliveryId, value)),
                  )
                }
              />
            </li>
          );
        })}
      </ul>
      <FailureNotice failure={retrying.failure ?? settling.failure} />
      <Button
        className="justify-self-start"
        busy={retrying.isBusy}
        busyLabel="Starting…"
        onClick={() => retrying.run()}
      >
        {chosen.size > 0 ? 'Apply these choices' : 'Try again'}
      </Button>
      <div className="flex flex-wrap items-end gap-3 border-t border-line pt-4">
        <div className="min-w-64 flex-1">
          <TextField
            label="Or leave them, with a note"
            value={note}
            maxLength={LONGEST_DELIVERY_NOTE}
            onChange={(event) => setNote(event.target.value)}
          />
        </div>
        <Button
          variant="secondary"
          disabled={note.trim() === ''}
          busy={settling.isBusy}
          busyLabel="Saving…"
          onClick={() => settling.run()}
        >
          Settled
        </Button>
      </div>
    </Card>
  );
}

type Place = Parameters<typeof ChoiceField>[0]['places'][number];

/** The window that was chosen is in the list although it is full. */
function withOwn(places: readonly Place[], to: Row['to']): readonly Place[] {
  const isKnown = places.some(
    ({ date, timeSlot }) => date === to?.date && timeSlot === to.timeSlot,
  );
  return to === null || isKnown ? places : [{ ...to, free: 0, taken: 0 }, ...places];
}
