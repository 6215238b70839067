/** What can be printed, and who draws it. A new kind of printout is added here and in drawing/draw-kinds.ts. */
import type { Service } from '#areas/business/rules/services.ts';
import type { Readable } from 'node:stream';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PersonInBag, GiftCard } from '#areas/order-book/rules/kitchen-bag.ts';
import type { Care } from '#areas/order-book/rules/special-people.ts';
import type { LabelStock } from '#areas/business/rules/label-stock.ts';
import type { Labels } from '#areas/printouts/rules/label-content.ts';
import type { PrintoutChanges } from '#areas/printouts/rules/printout-state.ts';
import type { DailyTotals } from '#areas/printouts/rules/daily-totals.ts';
import type { Run } from '#areas/printouts/rules/run-sheet.ts';

export type DocumentDrawer = {
  /**
   * Returns the PDF as soon as its first bytes exist: errors before that reject, later ones destroy the stream. Throws
   * Unavailable `busy`.
   */
  draw: (document: PrintedDocument) => Promise<Readable>;
  /** Which of these labels are too tall for their stock: `draw` leaves them out. Throws Unavailable `busy`. */
  measureLabels: (content: LabelsContent) => Promise<LabelTooTall[]>;
  close: () => Promise<void>;
};

export type DocumentBrand = {
  /** For headings, as #rrggbb: one that reads on white. Null: black. */
  colour: string | null;
  logo: DocumentLogo | null;
};

/** `pixels`: red, green and blue of each, on white, row by row. */
export type DocumentLogo = { width: number; height: number; pixels: Uint8Array };

/** For a paper that stays as it was issued: not the logo and colour of today. */
export type DocumentLook = Pick<BusinessFacts, 'accentColour' | 'logo'>;

/** `title` is shown by viewers in their tab. Without `brand`: in black, and the name in letters. */
export type PrintedDocument = { title: string; brand?: DocumentBrand; look?: DocumentLook } & (
  | { kind: 'labels'; content: LabelsContent }
  | { kind: 'prep_sheet'; content: PrepSheetContent }
  | { kind: 'run_sheet'; content: RunSheetContent }
  | { kind: 'day_printouts'; content: DayPrintoutsContent }
  | { kind: 'change_slip'; content: ChangeSlipContent }
  | { kind: 'shopping_list'; content: ShoppingListContent }
  | { kind: 'temperature_record'; content: TemperatureRecordContent }
  | { kind: 'receipt'; content: ReceiptContent }
  | { kind: 'gift_cards'; content: GiftCardsContent }
  | { kind: 'recovery_sheet'; content: RecoverySheetContent }
);

export type LabelsContent = Labels & { stock: LabelStock };

/** `index`: in `labels`. */
export type LabelTooTall = { index: number; millimetres: number };

/** Plain data, since it crosses to the drawing thread. */
export type SheetStamp = {
  title: string;
  /** "Tue 13 Jan 2026", with the window of a run. */
  subject: string;
  business: string;
  /** Under the heading on the first page. */
  lines: string[];
  /** On every page, beside its number. */
  footer: string;
  isPreview: boolean;
};

/** For a work day, and of the bags that leave on it. Amounts and times are words; the cook's screen says them alike. */
export type PrepSheetContent = {
  date: PlainDate;
  /** For the dates of overrides. */
  timeZone: string;
  /** For the kitchen, for their names. */
  services: readonly Service[];
  stamp: SheetStamp;
  totals: DailyTotals;
  readFirst: readonly PrintedSpecials[];
  pots: readonly PrintedPot[];
  trays: readonly PrintedTray[];
  /** What is not on it, because nobody has decided on its order yet. */
  waiting: { orders: number; meals: number };
};

/** An order that is read before anything is cooked. */
export type PrintedSpecials = {
  stop: number | null;
  orderNumber: string;
  /** "11am-1pm, cold"; of another day "Thu 15 Jan, 11am-1pm, cold". */
  when: string;
  people: readonly PersonInBag[];
  /** The customer's own; empty: not about food. */
  instructions: string;
  portions: readonly { care: Care; text: string }[];
  /** Meals in its bag that are like any other. */
  others: number;
};

export type PrintedPot = {
  startBy: string;
  name: string;
  /** "1,511 g". */
  makes: string;
  /** "for 3 meals, Tue–Thu". */
  users: string;
  /** `takeOut` null: it comes out of a pot. Empty: it is made. */
  lines: readonly { name: string; weigh: string; takeOut: string | null }[];
  allergens: string;
  steps: string;
  needs: readonly ('core' | 'cooling')[];
  /** "1,511 g, Ana 10:20am"; empty: not yet. */
  made: string;
};

export type PrintedTray = {
  name: string;
  /** "Thu 15"; empty: the day of the sheet. */
  dayText: string;
  packBy: string;
  windows: readonly { window: DeliveryWindow; count: number; held: number }[];
  /** As on the cook's screen. */
  rows: readonly {
    name: string;
    unit: string;
    perTray: number;
    sums: readonly number[];
    takeOut: number | null;
  }[];
  /** Without a recipe; `grams` null: the share is not stated. */
  labelRows: readonly { name: string; grams: number | null }[] | null;
  steps: string;
  specials: readonly { verdict: Care; key: string }[];
  /** "core 75 °C"; null: not measured. */
  core: string | null;
};

/** A day's prep sheet, then the run sheet of each driver; each begins on a page of its own. */
export type DayPrintoutsContent = { prepSheet: PrepSheetContent; runSheets: RunSheetContent[] };

export type RunSheetContent = { stamp: SheetStamp; runs: readonly Run[] };

export type ChangeSlipContent = {
  stamp: SheetStamp;
  /** "Prep sheet, version 4F2A-91C3, printed Tue 13 Jan, 5:02am". */
  amends: string;
  services: readonly Service[];
  changes: PrintoutChanges;
};

/** A line of the record, in words. */
export type TemperatureLine = {
  id: number;
  /** "Tue 13 Jan, 5:02am". */
  at: string;
  what: string;
  /** For which meal and window, which place, or which goods; empty: of none. */
  about: string;
  value: string;
  limit: string;
  /** "passed", "FAILED: thrown out (Kim Lee)"; empty: nothing to judge. */
  result: string;
  isFailed: boolean;
  by: string;
  /** Corrections, and what looks as if nobody had measured. */
  notes: string[];
};

/** What should have been written down and was not: "Tue 13 Jan", "Fridge", "Fridge 1", "morning". */
export type MissingLine = { day: string; what: string; place: string; when: string };

export type TemperatureRecordContent = {
  stamp: SheetStamp;
  /** "1 reading failed without an action · 2 missing": stands first. */
  headline: string;
  missing: readonly MissingLine[];
  failed: readonly TemperatureLine[];
  /** Every line, kind by kind: "Fridge (14)". */
  sections: readonly { title: string; lines: readonly TemperatureLine[] }[];
};

export type ShoppingPrintedLine = {
  /** "3 × 5 kg bag". */
  packs: string;
  ingredient: string;
  /** The supplier's own; may be empty. */
  code: string;
  /** "12.7 kg". */
  need: string;
  /** "2.3 kg over". */
  notes: string[];
};

/** A part for each order, or for each store area. `notes`: what the list lacks. */
export type ShoppingListContent = {
  stamp: SheetStamp;
  parts: readonly { heading: string; lines: readonly ShoppingPrintedLine[] }[];
  notes: readonly string[];
};

/** A page of A6 each. `stop`: whose bag it goes into, small at the foot; without a price. */
export type GiftCardsContent = { cards: readonly (GiftCard & { stop: string })[] };

export type ReceiptLine = { label: string; detail?: string; amount: string };

/** The papers of an order, oldest first; each begins on a page of its own. */
export type ReceiptContent = { orderNumber: string; documents: ReceiptDocument[] };

export type ReceiptDocument = {
  /** "Tax invoice". */
  title: string;
  number: string;
  /** Its number and day, and how it came about. */
  subject: string[];
  seller: string[];
  buyer: string[];
  lines: ReceiptLine[];
  totals: ReceiptLine[];
  /** Sentences below the totals. */
  notes: string[];
};

declare module '#platform/server/context.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Context {
    documents: DocumentDrawer;
  }
}

/** What brings an installation back. `key` in groups, as it is typed. */
export type RecoverySheetContent = {
  stamp: SheetStamp;
  key: string;
  keyGroups: string;
  facts: readonly { label: string; text: string }[];
  /** In sequence, each with what it does. */
  commands: readonly { command: string; does: string }[];
};
