/** How long each way of heating takes, as a meal's own heating text says it. Ours. */

export type HeatWay = {
  /** "Microwave", "Pan", "Oven". */
  way: string;
  seconds: number;
};

const WAYS: readonly (readonly [RegExp, string])[] = [
  [/\bmicrowave/iu, 'Microwave'],
  [/\b(?:pan|wok|frypan|skillet|saucepan)\b/iu, 'Pan'],
  [/\boven\b/iu, 'Oven'],
  [/\bair ?fryer\b/iu, 'Air fryer'],
];

const FRACTIONS: Readonly<Record<string, number>> = { '½': 0.5, '¼': 0.25, '¾': 0.75 };
const DURATION =
  /(?<whole>\d+(?:[.,]\d+)?)?(?<fraction>[½¼¾])?(?:\s*(?:-|–|to)\s*(?<most>\d+))?\s*(?<unit>min(?:ute)?s?|sec(?:ond)?s?)\b/iu;

/**
 * "Microwave: … for 3½ minutes … Pan: … for 7 minutes" -> Microwave 210, Pan 420: of each way the first time that is named
 * after it and before the next. Of a span, "3-4 minutes", the longer. Empty where none can be read: then the text alone helps.
 */
export function heatWays(text: string): HeatWay[] {
  const named = WAYS.flatMap(([pattern, way]) => {
    const at = text.search(pattern);
    return at < 0 ? [] : [{ way, at }];
  }).toSorted((one, other) => one.at - other.at);
  return named.flatMap(({ way, at }, index) => {
    const seconds = secondsIn(text.slice(at, named[index + 1]?.at));
    return seconds === null ? [] : [{ way, seconds }];
  });
}

function secondsIn(part: string): number | null {
  const { whole, fraction, most, unit } = DURATION.exec(part)?.groups ?? {};
  if (unit === undefined || (whole === undefined && fraction === undefined)) return null;
  const count =
    most === undefined
      ? Number((whole ?? '0').replace(',', '.')) + (FRACTIONS[fraction ?? ''] ?? 0)
      : Number(most);
  const seconds = Math.round(count * (unit.toLowerCase().startsWith('s') ? 1 : 60));
  return seconds > 0 && seconds <= LONGEST_SECONDS ? seconds : null;
}

/** Whatever is longer was misread. */
const LONGEST_SECONDS = 2 * 60 * 60;
