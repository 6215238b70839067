/** The way from any page of the portal to the one dialog that closes windows and days; the app says which dialog that is. */
import { createContext, useContext } from 'react';
import type { Closure, DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';

export type ToClose = {
  /** Null: no day is chosen yet. */
  from: PlainDate | null;
  /** Left out: `from` alone. */
  until?: Closure['until'];
  /** None: whole days. */
  windows: readonly DeliveryWindow[];
  reason?: string;
  fromMinute?: number | undefined;
  /** Only what becomes of those who have booked: it is closed already. */
  isForBooked?: boolean;
};

export const ClosingContext = createContext<((what: ToClose) => void) | null>(null);

export function useClosing(): (what: ToClose) => void {
  const open = useContext(ClosingContext);
  if (!open) throw new Error('This belongs inside the portal');
  return open;
}
