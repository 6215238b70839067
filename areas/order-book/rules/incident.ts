/** A window that is closed at short notice: what becomes of each delivery in it, and how far that has come. */

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
