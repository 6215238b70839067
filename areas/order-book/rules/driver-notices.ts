export const DRIVER_NOTICES = [
  'address',
  'phone',
  'instructions',
  'cancelled',
  'reopened',
  'on_hold',
] as const;

export type DriverNoticeKind = (typeof DRIVER_NOTICES)[number];

type Changed = Exclude<DriverNoticeKind, 'cancelled' | 'reopened' | 'on_hold'>;

type Door = { phone: string; specialInstructions: string; address: object };

/** What a driver works by that differs. */
export function changesAtTheDoor(before: Door, after: Door): Changed[] {
  const changed: Changed[] = [];
  if (JSON.stringify(before.address) !== JSON.stringify(after.address)) changed.push('address');
  if (before.phone !== after.phone) changed.push('phone');
  if (before.specialInstructions !== after.specialInstructions) changed.push('instructions');
  return changed;
}

const LABELS: Record<Changed, string> = {
  address: 'Address',
  phone: 'Phone',
  instructions: 'Note',
};

type NoticeFacts = {
  kind: DriverNoticeKind;
  stop: number;
  /** "3:12pm". */
  time: string;
  address: string;
  phone: string;
  instructions: string;
};

/** "Address changed 3:12pm: 4 Wharf St, Cleveland". */
export function driverNoticeText({ kind, stop, time, ...facts }: NoticeFacts): string {
  if (kind === 'cancelled') return `Stop ${stop} cancelled ${time}: bring it back`;
  if (kind === 'reopened') return `Stop ${stop} no longer cancelled ${time}: deliver it`;
  if (kind === 'on_hold') return `STOP ${stop}, ${time}: do not hand it over. Call the kitchen`;
  const now = facts[kind];
  return `${LABELS[kind]} ${now === '' ? 'removed' : 'changed'} ${time}${now === '' ? '' : `: ${now}`}`;
}
