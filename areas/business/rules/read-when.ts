/** The day and the window that words of a search name, as people say them on the phone. Ours. */
import {
  addDays,
  daysBetween,
  isPlainDate,
  type PlainDate,
  weekdayFrom,
  weekdayOf,
} from '#platform/rules/plain-date.ts';
import { searchKey } from '#platform/rules/search-key.ts';
import { type DeliveryWindow, minutesOf, type WindowFact } from './delivery-windows.ts';
import { offeredWindows, windowsOfWeekday } from './offered-windows.ts';

export type SaidWhen = {
  date: PlainDate | null;
  /** Among the kitchen's, those that the words fit; none: no window is named, or none of these. */
  windows: DeliveryWindow[];
  /** The words that say neither, as `searchKey` has them. */
  rest: string[];
};

type Facts = { deliveryWindows: readonly WindowFact[] };

const WEEKDAYS =
  /^(?:(sun(?:day)?)|(mon(?:day)?)|(tues?(?:day)?)|(wed(?:s|nesday)?)|(thu(?:rs?|rsday)?)|(fri(?:day)?)|(sat(?:urday)?))$/;
const MONTHS =
  /^(?:(jan(?:uary)?)|(feb(?:ruary)?)|(mar(?:ch)?)|(apr(?:il)?)|(may)|(june?)|(july?)|(aug(?:ust)?)|(sept?(?:ember)?)|(oct(?:ober)?)|(nov(?:ember)?)|(dec(?:ember)?))$/;

const NOON = 12 * 60;
/** By when a window begins, in minutes of the day: from, and before. */
const TIMES_OF_DAY: Readonly<Record<string, readonly [number, number]>> = {
  morning: [0, NOON],
  afternoon: [NOON, 18 * 60],
  arvo: [NOON, 18 * 60],
};
const MEALS: Readonly<
  Record<string, (window: { startMinute: number; endMinute: number }) => boolean>
> = {
  lunch: ({ startMinute, endMinute }) => startMinute <= 13 * 60 && endMinute > NOON,
  lunchtime: ({ startMinute, endMinute }) => startMinute <= 13 * 60 && endMinute > NOON,
  dinner: ({ endMinute }) => endMinute > 17 * 60,
  evening: ({ endMinute }) => endMinute > 17 * 60,
  tonight: ({ endMinute }) => endMinute > 17 * 60,
};

/** `today`: by the kitchen's clock. What is no day of the calendar, or no window of the kitchen, stays in `rest`. */
export function readWhen(text: string, today: PlainDate, facts: Facts): SaidWhen {
  const { spans, words } = tokensOf(text);
  const day = readDay(words, today);
  const left = day ? without(words, day) : words;
  const windows =
    day === null ? offeredWindows(facts) : windowsOfWeekday(facts, weekdayOf(day.date));
  const found = readWindow(left, spans, { windows, facts });
  return {
    date: day?.date ?? null,
    windows: found?.windows ?? [],
    rest: (found ? without(left, found) : left)
      .flatMap((word) => searchKey(word).split(' '))
      .filter(Boolean),
  };
}

type FoundDate = { at: number; length: number };

function without(words: readonly string[], { at, length }: FoundDate): string[] {
  return words.toSpliced(at, length);
}

/** "4pm to 6pm" is one word, and so is "2/12". */
function tokensOf(text: string): {
  words: string[];
  spans: ReadonlyMap<string, readonly string[]>;
} {
  const spans = new Map<string, readonly string[]>();
  const time = String.raw`\d{1,2}(?:[:.]\d{2})?\s?(?:am|pm)?`;
  const joined = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(
      new RegExp(
        String.raw`(?<![\p{L}\p{N}/-])(${time})\s?(?:\p{Pd}|\bto\b)\s?(${time})(?![\p{L}\p{N}/-])`,
        'gu',
      ),
      (span, from: string, to: string) => {
        const word = span.replaceAll(/\s/g, '');
        spans.set(
          word,
          [from, to].map((one) => one.replaceAll(/\s/g, '')),
        );
        return ` ${word} `;
      },
    )
    .replaceAll(/(?<![\p{L}\p{N}])(\d{1,2}(?:[:.]\d{2})?)\s(am|pm)(?![\p{L}\p{N}])/gu, '$1$2');
  const words = joined
    .split(/[\s,;()"“”]+/u)
    .map((word) => word.replaceAll(/^[.:]+|[.:]+$/g, ''))
    .filter(Boolean);
  return { words, spans };
}

function readDay(
  words: readonly string[],
  today: PlainDate,
): (FoundDate & { date: PlainDate }) | null {
  for (let at = 0; at < words.length; at += 1) {
    const [word = '', next = '', after = ''] = words.slice(at, at + 3);
    const day =
      dateOf(word, next === 'of' ? after : next, today) ??
      (word === 'next' ? weekdayNextWeek(next, today) : null) ??
      near(word, today);
    if (day) return { at, ...day, length: day.length + Number(next === 'of' && day.length === 2) };
  }
  return null;
}

type Day = { date: PlainDate; length: number };

function near(word: string, today: PlainDate): Day | null {
  if (word === 'today' || word === 'tonight')
    return { date: today, length: word === 'today' ? 1 : 0 };
  if (/^(?:tomorrow|tmrw|tomoz)$/.test(word)) return { date: addDays(today, 1), length: 1 };
  const weekday = indexIn(WEEKDAYS, word);
  return weekday === null ? null : { date: weekdayFrom(today, weekday), length: 1 };
}

/** For the week after this one, which begins on Monday. */
function weekdayNextWeek(word: string, today: PlainDate): Day | null {
  const weekday = indexIn(WEEKDAYS, word);
  if (weekday === null) return null;
  const monday = weekdayFrom(addDays(today, 1), 1);
  return { date: weekdayFrom(monday, weekday), length: 2 };
}

/** "2 dec", "2nd December", "dec 2", "2/12", "2/12/26", "2026-12-02". */
function dateOf(word: string, next: string, today: PlainDate): Day | null {
  if (isPlainDate(word)) return { date: word, length: 1 };
  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2}|\d{4}))?$/.exec(word);
  if (slashed) {
    const [, day = '', month = '', year] = slashed;
    const date = nearestDate(Number(day), Number(month), today, year);
    return date === null ? null : { date, length: 1 };
  }
  const [dayWord, monthWord] = indexIn(MONTHS, word) === null ? [word, next] : [next, word];
  const month = indexIn(MONTHS, monthWord);
  const day = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(dayWord)?.[1];
  if (month === null || day === undefined) return null;
  const date = nearestDate(Number(day), month + 1, today);
  return date === null ? null : { date, length: 2 };
}

/** For the years around today the nearest: on 2 January "28/12" is past, and "5/1" is to come. */
function nearestDate(
  day: number,
  month: number,
  today: PlainDate,
  year?: string,
): PlainDate | null {
  const thisYear = Number(today.slice(0, 4));
  const years =
    year === undefined
      ? [thisYear, thisYear + 1, thisYear - 1]
      : [Number(year.length === 2 ? today.slice(0, 2) + year : year)];
  const two = (number: number) => String(number).padStart(2, '0');
  const dates = years
    .map((one) => `${String(one).padStart(4, '0')}-${two(month)}-${two(day)}`)
    .filter(isPlainDate);
  const away = (date: PlainDate) => Math.abs(daysBetween(today, date));
  return dates.toSorted((a, b) => away(a) - away(b))[0] ?? null;
}

/** Which of a pattern's groups a word is. */
function indexIn(pattern: RegExp, word: string): number | null {
  const found = pattern
    .exec(word)
    ?.slice(1)
    .findIndex((one) => one !== undefined);
  return found ?? null;
}

function readWindow(
  words: readonly string[],
  spans: ReadonlyMap<string, readonly string[]>,
  { windows, facts }: { windows: readonly DeliveryWindow[]; facts: Facts },
): (FoundDate & { windows: DeliveryWindow[] }) | null {
  for (const [at, word] of words.entries()) {
    const [from, to] = spans.get(word) ?? [word];
    const fits = windows.filter(
      (window) => isNamed(window, word, facts) || isAtTime(window, from ?? '', to),
    );
    if (fits.length > 0) return { at, length: 1, windows: fits };
  }
  return null;
}

/** By the name that the kitchen gave it, or by when it is. */
function isNamed(window: DeliveryWindow, word: string, { deliveryWindows }: Facts): boolean {
  const label = deliveryWindows.find(({ timeSlot }) => timeSlot === window)?.label ?? '';
  if (label !== '' && searchKey(label) === searchKey(word)) return true;
  const minutes = minutesOf(window);
  if (Object.hasOwn(MEALS, word)) return MEALS[word]?.(minutes) ?? false;
  const [from, before] = (Object.hasOwn(TIMES_OF_DAY, word) && TIMES_OF_DAY[word]) || [1, 0];
  return from <= minutes.startMinute && minutes.startMinute < before;
}

function isAtTime(window: DeliveryWindow, from: string, to: string | undefined): boolean {
  const { startMinute, endMinute } = minutesOf(window);
  return isMinute(from, startMinute) && (to === undefined || isMinute(to, endMinute));
}

/** "4pm", "16:00", and "4" for either half of the day. */
function isMinute(said: string, minute: number): boolean {
  const time = /^(\d{1,2})(?:[:.](\d{2}))?(am|pm)?$/.exec(said);
  if (!time) return false;
  const [, hours = '', minutes = '0', half] = time;
  const asked = Number(hours) * 60 + Number(minutes);
  if (half === undefined)
    return asked === minute || (Number(hours) <= NOON / 60 && asked % NOON === minute % NOON);
  return Number(hours) <= NOON / 60 && (asked % NOON) + (half === 'pm' ? NOON : 0) === minute;
}
