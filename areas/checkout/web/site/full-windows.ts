import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { WeekDays } from './deliveries.ts';

/** Windows without a place left; those that staff have closed are not full. */
export function fullWindowsOf(week: WeekDays): SlotKey[] {
  return week.days.flatMap(({ date, windows }) =>
    windows
      .filter(({ open, placesLeft }) => !open && placesLeft === 0)
      .map(({ timeSlot }) => ({ date, window: timeSlot })),
  );
}
