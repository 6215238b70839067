import { callQuery } from '#platform/web/api/call-query.ts';
import type { z } from 'zod';
import { assignDrivers, listDrivers } from '#areas/delivery/calls/drivers.ts';
import { getRunSheet } from '#areas/printouts/calls/printouts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { addressOf, call } from '#platform/web/api/client.ts';

/** Staff who may drive. */
export const driversQuery = callQuery(['drivers'], listDrivers);

export type Assignment = z.input<typeof assignDrivers.body>;

export function sendAssignment(body: Assignment) {
  return call(assignDrivers, { body });
}

/** Where the PDF of one driver's stops is. */
export function runSheetOf(date: PlainDate, driver: string): string {
  return addressOf(getRunSheet, { query: { date, driver } });
}
