/** Into which batches a need is cooked. Ours. */
import type { PotSize } from '#areas/menu/rules/recipe.ts';
import { type Allergen, ALLERGENS } from '#areas/needs/rules/allergens.ts';
import { formatDayAndMonth, formatDayFrom, type PlainDate } from '#platform/rules/plain-date.ts';
import { type DeliveryWindow, windowStartText } from '#areas/business/rules/delivery-windows.ts';
import { formatMinuteOfDay, wallTimeIn } from '#platform/rules/zoned-time.ts';

export type Batches = {
  /** What each gives, the full pots first. */
  batches: number[];
  made: number;
  /** Made but not needed: waste, unless it is entered as left over. */
  surplus: number;
};

/** Two smallest batches fit into a pot: a rest and the pot before it can always be shared. */
export function isPotSize({ pot, min }: PotSize): boolean {
  return pot > 0 && min >= 0 && min * 2 <= pot;
}

/** Whole base units. A rest too small to cook alone shares with the pot before it. `size` as `isPotSize` says. */
export function batchesOf(need: number, size: PotSize): Batches {
  const sizes = batchSizes(need, size);
  const made = sizes.reduce((total, qty) => total + qty, 0);
  return { batches: sizes, made, surplus: made - need };
}

function batchSizes(need: number, { pot, min, wholePots }: PotSize): number[] {
  if (need <= 0) return [];
  const count = Math.ceil(need / pot);
  const fullPots = (pots: number) => Array.from({ length: pots }, () => pot);
  if (wholePots) return fullPots(count);
  const rest = need - (count - 1) * pot;
  if (rest >= min) return [...fullPots(count - 1), rest];
  if (count === 1) return [min];
  const shared = pot + rest;
  return [...fullPots(count - 2), Math.ceil(shared / 2), Math.floor(shared / 2)];
}

type LineWithAllergens = { name: string; allergens: readonly Allergen[] | null };

/**
 * "Contains milk, sesame. Label not read: stock powder". Of its own lines; what a component in it contains stands with that
 * component. Empty: nothing declared, which is not "none".
 */
export function linesAllergensText(lines: readonly LineWithAllergens[]): string {
  const unread = lines.filter(({ allergens }) => allergens === null).map(({ name }) => name);
  const found = ALLERGENS.filter((allergen) =>
    lines.some(({ allergens }) => allergens?.includes(allergen)),
  );
  const texts = [
    ...(found.length > 0 ? [`Contains ${found.join(', ')}`] : []),
    ...(unread.length > 0 ? [`Label not read: ${unread.join(', ')}`] : []),
  ];
  return texts.join('. ');
}

/** For whom something is cooked, in words. */
type UserInText = { name: string; date: PlainDate; portions: number | null };

/** "for Souvlaki 78, Kofta 36, Tue 1 Dec to Thu 3 Dec". */
export function usersText({ users }: { users: readonly UserInText[] }): string {
  const byName = [...Map.groupBy(users, ({ name }) => name)].map(([name, uses]) => {
    const portions = uses.reduce((total, use) => total + (use.portions ?? 0), 0);
    return portions === 0 ? name : `${name} ${portions}`;
  });
  const span = spanOf(users);
  if (!span) return '';
  const days = [...new Set([span.first, span.last])]
    .map((date) => formatDayAndMonth(date))
    .join(' to ');
  return `for ${byName.join(', ')}, ${days}`;
}

type Cooked = { cookDate: PlainDate; users: readonly UserInText[] };

/** "for 3 meals", "Tue–Thu": where there is room for a line. Null: for none. */
export function shortUsersText({ cookDate, users }: Cooked): { who: string; days: string } | null {
  const span = spanOf(users);
  if (!span) return null;
  const count = new Set(users.map(({ name }) => name)).size;
  // Components that it goes into have no portions.
  const word = users.some(({ portions }) => portions === null) ? 'recipe' : 'meal';
  const days = [...new Set([span.first, span.last])].map((date) => formatDayFrom(date, cookDate));
  return { who: `for ${count} ${word}${count === 1 ? '' : 's'}`, days: days.join('–') };
}

function spanOf(users: readonly UserInText[]): { first: PlainDate; last: PlainDate } | null {
  const dates = users.map(({ date }) => date).toSorted();
  const [first, last] = [dates.at(0), dates.at(-1)];
  return first === undefined || last === undefined ? null : { first, last };
}

// How the bench words a pot, on screen and on the sheet alike.

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
