/** The driver's route: from suburb to neighbouring suburb where we know the round, and along each street. Ours. */
import { compareText } from '#platform/rules/compare-text.ts';

/**
 * The default driver's round: a loop by land through the default suburbs, north to the bay and back inland. Each
 * suburb borders the next, except Thorneside behind Birkdale.
 */
const DEFAULT_ROUND: readonly string[] = [
  'Sheldon',
  'Capalaba',
  'Alexandra Hills',
  'Birkdale',
  'Thorneside',
  'Wellington Point',
  'Ormiston',
  'Cleveland',
  'Thornlands',
  'Victoria Point',
  'Redland Bay',
  'Mount Cotton',
];
const LOOP = DEFAULT_ROUND.map((suburb) => suburb.toLowerCase());

export type Stop = { suburb: string; addressLine1: string; orderNumber: string };

/** Suburbs around the loop, others after them by name; within each by street, then by number. */
export function compareStops(a: Stop, b: Stop): number {
  return (
    positionInLoop(a.suburb) - positionInLoop(b.suburb) ||
    compareText(a.suburb, b.suburb) ||
    compareStreets(streetOf(a.addressLine1), streetOf(b.addressLine1)) ||
    compareText(a.orderNumber, b.orderNumber)
  );
}

function positionInLoop(suburb: string): number {
  const position = LOOP.indexOf(suburb.trim().toLowerCase());
  return position === -1 ? LOOP.length : position;
}

type Street = { name: string; number: number };

/** "Unit 4, 12a Shore Street West" and "4/12A Shore Street West" -> shore street west, 12. */
export function streetOf(line: string): Street {
  const match = /(?:^|[\s,/])(\d+)[a-z]?(?:\s*-\s*\d+[a-z]?)?\s+(\p{L}[^,]*)/iu.exec(line);
  const name = (match?.[2] ?? line).trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return { name, number: Number(match?.[1] ?? 0) };
}

function compareStreets(a: Street, b: Street): number {
  return compareText(a.name, b.name) || a.number - b.number;
}
