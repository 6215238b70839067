/** How the bench words a pot, on screen and on the sheet alike. */
import { type DeliveryWindow, windowStartText } from '#areas/business/rules/delivery-windows.ts';
import { formatDayFrom, type PlainDate } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, wallTimeIn } from '#platform/rules/zoned-time.ts';

type PotUser = {
  name: string;
  date: PlainDate;
  /** Null: another component. */
  window: DeliveryWindow | null;
  portions: number | null;
};

/** "3:30pm" of "2026-11-25T15:30"; of another day "Tue 7:30pm". `date`: the work day. */
export function wallTimeText(wall: string, date: PlainDate): string {
  const { date: day, minuteOfDay } = wallTimeIn(wall);
  const text = formatMinuteOfDay(minuteOfDay);
  return day === date ? text : `${formatDayFrom(day, date)} ${text}`;
}

/** "for Thu 26: Braised lamb 11am 3, 4pm 4". */
export function potUsersText(users: readonly PotUser[], date: PlainDate): string {
  const byDay = Map.groupBy(users, (user) => user.date);
  return [...byDay]
    .map(([day, same]) => {
      const byName = Map.groupBy(same, ({ name }) => name);
      const texts = [...byName].map(([name, each]) => {
        const parts = each.map(({ window, portions }) =>
          [window === null ? '' : windowStartText(window), portions]
            .filter((part) => part !== null && part !== '')
            .join(' '),
        );
        return `${name} ${parts.join(', ')}`.trim();
      });
      return `for ${day === date ? 'today' : formatDayFrom(day, date)}: ${texts.join('; ')}`;
    })
    .join(' · ');
}
