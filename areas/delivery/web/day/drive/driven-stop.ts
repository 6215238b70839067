import type { DriveStopReply } from '#areas/delivery/calls/drive.ts';
import type { ShownStop } from '#areas/delivery/rules/driver-reports.ts';

export type DrivenStop = ShownStop<DriveStopReply>;

/** How a stop ended; null while it is open. */
export function describeEnd({ status, reason }: DrivenStop): string | null {
  if (status === 'delivered') return '✓ Delivered';
  if (status === 'missed') return `✗ Not delivered: ${reason || 'no reason'}`;
  return null;
}
