/** What the food-safety record holds, and what can be done about a line that failed. Standard 3.2.2A. Ours. */

export const TEMPERATURE_KINDS = [
  'core',
  'chill_start',
  'reached_21',
  'reached_5',
  'hot_hold',
  'fridge',
  'freezer',
  'van',
  'probe_check',
] as const;
export type TemperatureKind = (typeof TEMPERATURE_KINDS)[number];

export const CLEANING_KINDS = ['cleaning', 'sanitising'] as const;
/** What staff write by hand. A receipt is written by taking in goods. */
export const WRITTEN_KINDS = [...TEMPERATURE_KINDS, ...CLEANING_KINDS] as const;
export type WrittenKind = (typeof WRITTEN_KINDS)[number];

export const RECORD_KINDS = [...WRITTEN_KINDS, 'receipt'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

export const RECORD_KIND_NAMES: Record<RecordKind, string> = {
  core: 'Core',
  chill_start: 'Chill started',
  reached_21: 'Chilled to 21 °C',
  reached_5: 'Chilled to 5 °C',
  hot_hold: 'Hot hold',
  fridge: 'Fridge',
  freezer: 'Freezer',
  van: 'Van',
  probe_check: 'Thermometer in ice water',
  cleaning: 'Cleaned',
  sanitising: 'Sanitised',
  receipt: 'Goods received',
};

/** For one meal; the others are of a place or an instrument. */
export const MEAL_KINDS = ['core', 'chill_start', 'reached_21', 'reached_5', 'hot_hold'] as const;

export const CHECK_KINDS = ['fridge', 'freezer', ...CLEANING_KINDS] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

/** A line without the name of its place would say of nothing that it is clean. */
export const KINDS_WITH_PLACE: readonly RecordKind[] = ['freezer', ...CLEANING_KINDS];

export function isCleaning(kind: RecordKind): kind is (typeof CLEANING_KINDS)[number] {
  return CLEANING_KINDS.some((one) => one === kind);
}

/** Where a line comes from: the screen at the bench, or a sheet of paper that was typed in afterwards. */
export const READING_SOURCES = ['screen', 'paper'] as const;

export type ReadingSource = (typeof READING_SOURCES)[number];

export const READING_ACTIONS = [
  'cooked_on',
  'thrown_out',
  'used_hot_now',
  'moved_food',
  'replaced_probe',
  'refused',
  'called_supervisor',
] as const;
export type ReadingAction = (typeof READING_ACTIONS)[number];

export const READING_ACTION_NAMES: Record<ReadingAction, string> = {
  cooked_on: 'Cooked on',
  thrown_out: 'Thrown out',
  used_hot_now: 'Used hot now',
  moved_food: 'Moved the food',
  replaced_probe: 'Thermometer replaced',
  refused: 'Refused',
  called_supervisor: 'Called supervisor',
};

/** What makes sense about a line of this kind, in the sequence in which it is offered. */
export function actionsFor(kind: RecordKind): ReadingAction[] {
  switch (kind) {
    case 'fridge':
    case 'freezer':
      return ['moved_food', 'thrown_out', 'called_supervisor'];
    case 'probe_check':
      return ['replaced_probe', 'called_supervisor'];
    case 'receipt':
      return ['refused', 'thrown_out', 'called_supervisor'];
    default:
      return ['cooked_on', 'thrown_out', 'used_hot_now', 'called_supervisor'];
  }
}
