import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useChange } from '#platform/web/api/use-change.ts';
import { useState } from 'react';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { DELIVERIES_KEY } from '#areas/orders/web/portal/deliveries-queries.ts';
import {
  type IncidentChoiceBody,
  incidentPreviewQuery,
  INCIDENTS_KEY,
  sendIncident,
} from '#areas/delivery/web/portal/incidents-queries.ts';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { toChoice } from './choice-field.tsx';

/** What was chosen for closed windows so far, what it would do, and doing it. */
export function useIncidentPlan(date: PlainDate, windows: readonly DeliveryWindow[]) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, IncidentChoiceBody>>(new Map());
  const [words, setWords] = useState({ cause: '', sameBag: false, notify: true });
  const navigate = useNavigate();
  const body = { date, windows: [...windows], rows: [...chosen.values()], ...words };
  const preview = useQuery({ ...incidentPreviewQuery(body), placeholderData: keepPreviousData });
  const starting = useChange((previewHash: string) => sendIncident({ ...body, previewHash }), {
    refresh: [
      { queryKey: DELIVERIES_KEY },
      { queryKey: [...INCIDENTS_KEY, 'open'] },
      { queryKey: ['delivery-slots'] },
    ],
    onDone({ incidentId }) {
      if (incidentId !== null) void navigate(paths.admin({ tab: 'close', incident: incidentId }));
    },
    onFailure(failure) {
      if (failure.is === 'refused' && failure.code === 'preview_changed') void preview.refetch();
    },
  });
  return {
    preview,
    starting,
    words,
    chosen,
    changeWords: (change: Partial<typeof words>) => setWords((now) => ({ ...now, ...change })),
    choose: (ids: readonly number[], value: string) =>
      setChosen((now) => new Map([...now, ...ids.map((id) => [id, toChoice(id, value)] as const)])),
    proposeAll: () => setChosen(new Map()),
  };
}

export type IncidentPlanning = ReturnType<typeof useIncidentPlan>;
