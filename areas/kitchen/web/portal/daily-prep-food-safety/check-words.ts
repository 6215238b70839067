import type { MissingCheckReply } from '#areas/kitchen/calls/food-safety.ts';
import { formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { missingName } from '#areas/kitchen/rules/missing-checks.ts';
import { formatTenths, type Tenths } from '#areas/kitchen/rules/temperature-limits.ts';
import {
  type CheckKind,
  CHECK_KINDS,
  isCleaning,
  type RecordKind,
} from '#areas/kitchen/rules/record-kinds.ts';

/** What the kitchen calls a check when it sets it up. */
export const CHECK_KIND_LABELS: Record<CheckKind, string> = {
  fridge: 'Fridge',
  freezer: 'Freezer',
  cleaning: 'To clean',
  sanitising: 'To sanitise',
};

export function isCheckKind(kind: RecordKind): kind is CheckKind {
  return CHECK_KINDS.some((one) => one === kind);
}

/** "Fridge 1", "Benches: clean". */
export function checkName({ kind, place }: Pick<MissingCheckReply, 'kind' | 'place'>): string {
  if (!isCleaning(kind)) return place;
  return `${place}: ${kind === 'cleaning' ? 'clean' : 'sanitise'}`;
}

/** "Fridge 1, morning, Mon 12 Jan 2026", "Core: Bulgogi, 4pm-6pm, today". */
export function missingText(missing: MissingCheckReply, today: PlainDate | null): string {
  const { kind, date, half, failed } = missing;
  const what = isCheckKind(kind)
    ? [checkName(missing), half].filter(Boolean).join(', ')
    : missingName(missing);
  const day = date === today ? 'today' : formatDate(date);
  return `${what}, ${day}${failed === null ? '' : `: ${failedText(failed)}`}`;
}

/** "7.1 °C, FAILED. Read again." */
export function failedText(tenths: Tenths): string {
  return `${formatTenths(tenths)}, FAILED. Read again.`;
}
