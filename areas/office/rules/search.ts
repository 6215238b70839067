import type { DeliveryWindow, WindowFact } from '#areas/business/rules/delivery-windows.ts';
import { readWhen } from '#areas/business/rules/read-when.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';

/** The groups of what the one search finds, in the sequence of equally good ones, with their headings. */
export const FOUND_GROUPS = {
  orders: 'Orders',
  deliveries: 'Deliveries',
  customers: 'Customers',
  meals: 'Meals',
  recipes: 'Recipes and ingredients',
  suppliers: 'Suppliers',
} as const;

export type FoundKind = keyof typeof FOUND_GROUPS;

export const FOUND_KINDS = Object.keys(FOUND_GROUPS) as [FoundKind, ...FoundKind[]];

// What a line typed into the search asks to do: a dialog to open, filled in as far as the words say. It does nothing itself. Ours.

const VERBS = {
  close: ['close', 'shut'],
  open: ['open', 'reopen'],
  refund: ['refund'],
  move: ['move', 'reschedule'],
  cancel: ['cancel'],
  message: ['message', 'tell', 'write to'],
  print: ['print'],
  labels: ['labels', 'label', 'print labels'],
  run_out: ['run out of', 'run out', 'ran out of', 'ran out', 'out of'],
  new_meal: ['new meal', 'add meal', 'new dish'],
  phone_order: ['phone order', 'new phone order', 'new order'],
  hand_over: ['hand over', 'handover'],
  count: ['count', 'stocktake'],
} as const;

export type CommandAct = keyof typeof VERBS;

export type Command = {
  act: CommandAct;
  /** Null: no day is named. */
  date: PlainDate | null;
  windows: DeliveryWindow[];
  /** The other words, which may name an order, a meal, a driver or an ingredient. */
  about: string;
};

/** Longest first: "run out" is no order to run. */
const KNOWN = Object.entries(VERBS)
  .flatMap(([act, verbs]) => verbs.map((verb) => ({ act: act as CommandAct, verb })))
  .toSorted((a, b) => b.verb.length - a.verb.length);

/** Null: it asks to do nothing. `today`: by the kitchen's clock. */
export function readCommand(
  text: string,
  today: PlainDate,
  facts: { deliveryWindows: readonly WindowFact[] },
): Command | null {
  const line = text.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ');
  const found = KNOWN.find(({ verb }) => line === verb || line.startsWith(`${verb} `));
  if (!found) return null;
  const { date, windows, rest } = readWhen(line.slice(found.verb.length), today, facts);
  const about = rest.filter((word) => !FILLERS.has(word)).join(' ');
  return { act: found.act, date, windows, about };
}

const FILLERS = new Set([
  'the',
  'of',
  'for',
  'to',
  'on',
  'from',
  'order',
  'delivery',
  'window',
  'everyone',
  'day',
]);
