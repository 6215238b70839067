import { createHash } from 'node:crypto';
import type { PrintoutState } from '#areas/printouts/rules/printout-state.ts';

/**
 * "4F2A-91C3": the short hash of a printout's content. The same orders give the same version, whenever they are
 * printed.
 */
export function printoutVersion(state: PrintoutState): string {
  const digest = createHash('sha256').update(JSON.stringify(state)).digest('hex').toUpperCase();
  return `${digest.slice(0, 4)}-${digest.slice(4, 8)}`;
}
