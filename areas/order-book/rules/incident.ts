/** Windows or days that were closed: what becomes of each delivery booked there, and how far that has come. */
import { type DeliveryWindow, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';

export const INCIDENT_CHOICES = ['move', 'refund', 'leave'] as const;
export type IncidentChoice = (typeof INCIDENT_CHOICES)[number];

/** `failed`: it could not be done as chosen; a person decides again. */
export const INCIDENT_ROW_STATES = ['waiting', 'done', 'failed', 'left'] as const;
export type IncidentRowState = (typeof INCIDENT_ROW_STATES)[number];

export type IncidentCounts = Record<IncidentRowState, number>;

/** `running`: rows wait for their turn. `stuck`: what is left needs a person. */
export type IncidentStatus = 'running' | 'stuck' | 'settled';

export function incidentStatus(
  { waiting, failed }: IncidentCounts,
  isSettled: boolean,
): IncidentStatus {
  if (waiting > 0) return 'running';
  return failed > 0 && !isSettled ? 'stuck' : 'settled';
}

/** "41 of 60 done, 2 failed". Those that were left alone by choice are no work, so they are not counted. */
export function incidentProgress({ waiting, done, failed }: IncidentCounts): string {
  const all = waiting + done + failed;
  return `${done} of ${all} done${failed > 0 ? `, ${failed} failed` : ''}`;
}

/** `until` null: until further notice. No window: whole days. */
export type Closing = {
  date: PlainDate;
  until: PlainDate | null;
  windows: readonly DeliveryWindow[];
};

/** "Tue 13 Jan 4pm-6pm", "Wed 14 Jan to Fri 16 Jan", "Wed 14 Jan and all days after it". */
export function closingName({ date, until, windows }: Closing): string {
  const first = formatDayAndMonth(date);
  const days =
    until === null
      ? `${first} and all days after it`
      : until === date
        ? first
        : `${first} to ${formatDayAndMonth(until)}`;
  return [days, windows.map(windowLabel).join(' and ')].filter(Boolean).join(' ');
}
