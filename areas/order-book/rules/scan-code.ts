/**
 * The codes on labels: an address that anyone may open, and behind its `#` what only our scanners read, because browsers
 * send it to no server. Ours.
 */
import { isCareful } from '#areas/needs/rules/food-needs.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { checksum } from '#platform/rules/checksum.ts';
import type { DeliveryStatus } from './delivery.ts';
import { type DeliveryWindow, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import { isToPack, type PortionState } from './pack-bag.ts';

/** All of a portion that its label says, as far as it tells it from another. */
export type CodedPortion = {
  /** The order item's. */
  id: number;
  mealId: number;
  mealDate: PlainDate;
  personName: string;
  allergens: readonly Allergen[];
  avoid: readonly string[];
  deliveryId: number;
  date: PlainDate;
  window: DeliveryWindow;
};

/** Another one as soon as the label would say something else: then the old label is recognised. */
export function portionCheck(portion: CodedPortion): string {
  const { id, mealId, mealDate, personName, deliveryId, date, window } = portion;
  const without = [...portion.allergens, ...portion.avoid].join(',');
  const facts = [id, mealId, mealDate, personName, without, deliveryId, date, window];
  return checksum(facts.join('|'));
}

/** Follows the address of the meal's page: "#i123.k3f9x1". */
export function portionMark(portion: CodedPortion): string {
  return `#i${portion.id}.${portionCheck(portion)}`;
}

/** Follows the address of the stop: "#b2". `bag`: from 1. */
export function bagMark(bag: number): string {
  return `#b${bag}`;
}

export type ScanCode =
  | { kind: 'portion'; itemId: number; check: string }
  | { kind: 'bag'; deliveryId: number; bag: number }
  /** For another site, or an address of ours without a portion or bag. */
  | { kind: 'foreign' };

const PORTION = /^\/menu\/[^/?#]*#i(\d{1,9})\.([0-9a-z]{1,8})$/;
const BAG = /^\/drive\/stop\/(\d{1,9})#b(\d{1,3})$/;

/** `origin`: of the site that made our labels, "https://kitchen.example". */
export function readScanCode(text: string, origin: string): ScanCode {
  const scanned = text.trim();
  const path = scanned.startsWith(`${origin}/`) ? scanned.slice(origin.length) : '';
  const portion = PORTION.exec(path);
  if (portion) return { kind: 'portion', itemId: Number(portion[1]), check: portion[2] ?? '' };
  const bag = BAG.exec(path);
  if (bag) return { kind: 'bag', deliveryId: Number(bag[1]), bag: Number(bag[2]) };
  return { kind: 'foreign' };
}

export type ScannedBag = {
  id: number;
  key: string;
  stop: number;
  window: DeliveryWindow;
  status: DeliveryStatus;
  people: readonly {
    name: string;
    allergens: readonly Allergen[];
    avoid: readonly string[];
    checkedBy: string | null;
    items: readonly {
      id: number;
      key: string;
      check: string;
      mealName: string;
      state: PortionState;
    }[];
  }[];
};

export type ScanAnswer<Bag extends ScannedBag = ScannedBag> =
  /** It goes into the open bag. */
  | { kind: 'right'; itemId: number; text: string }
  | { kind: 'already'; text: string }
  /** Null bag: of the other window. */
  | { kind: 'other_stop'; bag: Bag | null; text: string }
  /** A bag's own label, to open it. Null bag: of the other window. */
  | { kind: 'bag'; bag: Bag | null; text: string }
  /** Null item: of no bag of this day any more. */
  | { kind: 'old'; itemId: number | null; text: string }
  | { kind: 'not_now'; text: string }
  | { kind: 'foreign'; text: string };

type Bench<Bag> = {
  /** The bag that is being packed; null: none. */
  open: Bag | null;
  /** The window that is being packed. */
  window: DeliveryWindow;
  /** All of the day, as they are now. */
  bags: readonly Bag[];
};

export function judgeScan<Bag extends ScannedBag>(
  code: ScanCode,
  bench: Bench<Bag>,
): ScanAnswer<Bag> {
  if (code.kind === 'foreign') return { kind: 'foreign', text: 'Not one of our labels' };
  if (code.kind === 'bag') return judgeBagLabel(code.deliveryId, bench);
  const { open, window, bags } = bench;
  const bag = bags.find(({ people }) => people.some(({ items }) => hasItem(items, code.itemId)));
  const person = bag?.people.find(({ items }) => hasItem(items, code.itemId));
  const item = person?.items.find(({ id }) => id === code.itemId);
  if (!bag || !person || !item)
    return {
      kind: 'old',
      itemId: null,
      text: 'Old label: another day, cancelled or changed. Put it aside.',
    };
  if (item.check !== code.check)
    return {
      kind: 'old',
      itemId: item.id,
      text: `Old label: this is now ${item.key}, ${item.mealName}. Check it, then print a new label.`,
    };
  if (bag.id !== open?.id)
    return {
      kind: 'other_stop',
      bag: bag.window === window ? bag : null,
      text: `${item.key}${ofOther(bag, window)}: put it aside`,
    };
  if (item.state === 'ticked')
    return { kind: 'already', text: `Already in this bag: ${item.key}, ${item.mealName}` };
  if (!isToPack(bag)) return { kind: 'not_now', text: 'This bag is packed. Open it again first.' };
  const unchecked = bag.people.find((one) => isCareful(one) && one.checkedBy === null);
  if (unchecked) return { kind: 'not_now', text: `Check ${unchecked.name}’s allergies first.` };
  return { kind: 'right', itemId: item.id, text: `${item.key}, ${item.mealName}` };
}

function judgeBagLabel<Bag extends ScannedBag>(
  deliveryId: number,
  { bags, window }: Bench<Bag>,
): ScanAnswer<Bag> {
  const bag = bags.find(({ id }) => id === deliveryId);
  if (!bag)
    return { kind: 'old', itemId: null, text: 'This bag is for another day, or cancelled.' };
  return {
    kind: 'bag',
    bag: bag.window === window ? bag : null,
    text: `${bag.key}${ofOther(bag, window)}`,
  };
}

/** " of 4pm-6pm", where it is not of the window that is packed. */
function ofOther(bag: ScannedBag, window: DeliveryWindow): string {
  return bag.window === window ? '' : ` of ${windowLabel(bag.window)}`;
}

function hasItem(items: readonly { id: number }[], itemId: number): boolean {
  return items.some(({ id }) => id === itemId);
}

/** What a driver is told of a code: the stop to open, or what is wrong. */
export function judgeDriveScan<Stop extends { id: number }>(
  code: ScanCode,
  stops: readonly Stop[],
): { stop: Stop } | { stop: null; text: string } {
  if (code.kind === 'foreign') return { stop: null, text: 'Not one of our labels.' };
  if (code.kind === 'portion')
    return { stop: null, text: 'That is the label of a meal. Scan the label on the bag.' };
  const stop = stops.find(({ id }) => id === code.deliveryId);
  if (stop) return { stop };
  return {
    stop: null,
    text: 'This bag is not on today’s run: it is for another day, or cancelled. Bring it back.',
  };
}
