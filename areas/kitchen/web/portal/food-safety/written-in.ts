/** A line that stands on paper, as it is typed in. */
import type { FoodSafetyReply, ExpectedReply } from '#areas/kitchen/calls/food-safety.ts';
import { formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import {
  CLEANING_KINDS,
  isCleaning,
  MEAL_KINDS,
  RECORD_KIND_NAMES,
  type WrittenKind,
} from '#areas/kitchen/rules/record-kinds.ts';
import { isTypedTenths, tenthsOf } from '#areas/kitchen/rules/readings.ts';
import type { SentReading } from '#areas/kitchen/web/portal/kitchen-queries.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import {
  foodOfExpected,
  missingOfWritten,
  type WrittenTime,
  sentOfWritten,
} from './check-words.ts';

export type WrittenIn = WrittenTime & {
  /** The key of a `WriteInSubject`. */
  of: string;
  kind: WrittenKind | '';
  tenths: string;
  key: string;
};

/** What a line may be of: food that was cooked, a place that is checked, a van, a thermometer. */
export type WriteInSubject = {
  key: string;
  label: string;
  kinds: readonly WrittenKind[];
  sent: Omit<SentReading, 'kind' | 'date'> & { date?: PlainDate };
};

type Subjects = Pick<FoodSafetyReply, 'foods' | 'checks'>;

export function writeInSubjects({ foods, checks }: Subjects): WriteInSubject[] {
  return [
    ...foods.map((food) => ({
      key: foodKey(food),
      label: [food.name, food.window && windowLabel(food.window), formatDate(food.date)]
        .filter(Boolean)
        .join(', '),
      kinds: MEAL_KINDS,
      sent: foodOfExpected({ ...food, startId: null }),
    })),
    ...checks.map(({ kind, place }) => ({
      key: placeKey({ kind, place }),
      label: `${RECORD_KIND_NAMES[kind]}: ${place}`,
      kinds: [kind],
      sent: { place },
    })),
    { key: 'cold', label: 'Van, cold box', kinds: ['van'], sent: { isHot: false } },
    { key: 'warm', label: 'Van, warm box', kinds: ['van'], sent: { isHot: true } },
    { key: 'probe', label: RECORD_KIND_NAMES.probe_check, kinds: ['probe_check'], sent: {} },
  ];
}

/** Which of them is missing. */
export function keyOfExpected(expected: ExpectedReply): string {
  const isOfPlace = expected.mealId === null && expected.batchId === null;
  return isOfPlace ? placeKey(expected) : foodKey(expected);
}

function foodKey({
  date,
  window,
  mealId,
  batchId,
}: Pick<ExpectedReply, 'date' | 'window' | 'mealId' | 'batchId'>): string {
  return batchId === null ? `${date} ${window} ${mealId}` : `batch ${batchId}`;
}

function placeKey({ kind, place }: Pick<ExpectedReply, 'kind' | 'place'>): string {
  return `${kind} ${place}`;
}

export function hasNoValue(kind: WrittenKind | ''): boolean {
  return kind === 'chill_start' || CLEANING_KINDS.some((one) => one === kind);
}

/** What is missing of it, by field. */
export function checkWrittenIn({ of, kind, tenths, ...written }: WrittenIn): FieldErrors {
  return {
    ...(of === '' && { of: 'Choose what it is of' }),
    ...(kind === '' && { kind: 'Choose what was done' }),
    ...(!hasNoValue(kind) &&
      !isTypedTenths(tenths) && { tenths: 'Enter the temperature, like 78.5' }),
    ...missingOfWritten(written),
  };
}

export function sentOfWrittenIn(
  { kind, tenths, key, ...written }: WrittenIn,
  subject: WriteInSubject,
  timeZone: string,
): SentReading & { key: string } {
  return {
    date: written.day,
    ...subject.sent,
    kind: kind === '' ? 'core' : kind,
    source: 'paper',
    ...sentOfWritten(written, timeZone),
    ...(kind !== '' && !hasNoValue(kind) && { tenths: tenthsOf(tenths.trim()) }),
    key,
  };
}

export function kindLabel(kind: WrittenKind): string {
  return isCleaning(kind) || kind === 'chill_start'
    ? RECORD_KIND_NAMES[kind]
    : `${RECORD_KIND_NAMES[kind]}, °C`;
}
