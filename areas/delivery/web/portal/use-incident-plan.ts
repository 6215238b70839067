import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
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
  const client = useQueryClient();
  const navigate = useNavigate();
  const body = { date, windows: [...windows], rows: [...chosen.values()], ...words };
  const preview = useQuery({ ...incidentPreviewQuery(body), placeholderData: keepPreviousData });
  const starting = useMutation({
    mutationFn: (previewHash: string) => sendIncident({ ...body, previewHash }),
    onSuccess: async ({ incidentId }) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: DELIVERIES_KEY }),
        client.invalidateQueries({ queryKey: [...INCIDENTS_KEY, 'open'] }),
        client.invalidateQueries({ queryKey: ['delivery-slots'] }),
      ]);
      if (incidentId !== null) await navigate(paths.admin({ tab: 'close', incident: incidentId }));
    },
    onError: (error) => {
      if (error instanceof ApiError && error.reply?.code === 'preview_changed')
        void preview.refetch();
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
