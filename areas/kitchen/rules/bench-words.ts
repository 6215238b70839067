/** What a cook says at the bench, and what a screen makes of it before the server has answered. Ours. */
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { MissingReason } from '#areas/order-book/rules/pack-bag.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { ReadingAction, TemperatureKind } from './record-kinds.ts';
import type { Tenths } from './temperature-limits.ts';

/** The trays of a meal in a window of its delivery date. */
type Trays = { date: PlainDate; window: DeliveryWindow; mealId: number };

export type ReadingOf =
  | { potId: string }
  | { startKey: string }
  | Trays
  | { date: PlainDate; place: string; isHot?: boolean | undefined };

export type BenchWord =
  /** So many more trays are done; below 0: taken back. */
  | ({ kind: 'tick'; count: number; mealVersion: number } & Trays)
  | { kind: 'start'; potId: string }
  /** `answers`: the key of a word that was refused as the same pot: it is another one. */
  | {
      kind: 'made';
      potId: string;
      qty: number;
      planned: number;
      recipeVersion: number;
      goodsLotIds: number[];
      answers?: string | undefined;
    }
  /** What became of a pot that was made. */
  | { kind: 'correct'; potId: string; qty: number; leftQty: number; wastedQty: number }
  /** A pan after heat. */
  | {
      kind: 'weigh';
      mealId: number;
      lineId: string;
      date: PlainDate;
      rawQty: number;
      cookedQty: number;
    }
  /** A portion that its bag will miss. */
  | { kind: 'short'; deliveryId: number; itemId: number; reason: MissingReason }
  | { kind: 'reading'; reads: TemperatureKind; of: ReadingOf; tenths: Tenths | null; probe: string }
  | {
      kind: 'action';
      readingKey: string;
      action: ReadingAction;
      portions?: number | 'all' | undefined;
    }
  /** It was the same pot after all. */
  | { kind: 'same_pot'; about: string }
  | { kind: 'undo'; undoes: string };

/** What the server made of a word. `notice`: it is so, and the cook has to know something. */
export type BenchAnswer =
  | { ok: true; notice?: string; batchId?: number; counted?: number; isUndone?: true }
  | { ok: false; code: string; message: string };

/** "c12:2026-11-25:1": the first pot of a component on a work day. */
export type PotId = { componentId: number; cookDate: PlainDate; number: number };

export const POT_ID = /^c([1-9]\d{0,8}):(\d{4}-\d\d-\d\d):([1-9]\d?)$/;

export function potIdText({ componentId, cookDate, number }: PotId): string {
  return `c${componentId}:${cookDate}:${number}`;
}

/** Throws for a text that is none. */
export function readPotId(text: string): PotId {
  const [, component = '', cookDate = '', number = ''] = POT_ID.exec(text) ?? [];
  if (component === '') throw new Error(`${text} names no pot`);
  return { componentId: Number(component), cookDate, number: Number(number) };
}
