/** One banner at a time in the wizard: which comes first. */
import type { ReactNode } from 'react';

/** First to last. `place`: of a window or a place that is held. */
const KINDS = [
  'clash',
  'note',
  'offline',
  'week',
  'meals gone',
  'same again',
  'household',
  'plan taken',
  'place',
] as const;

export type WizardNotice = {
  kind: (typeof KINDS)[number];
  tone: 'info' | 'warning';
  /** A sentence or two: what is seen of it at once. */
  words: string;
  /** The rest, once someone asks for it. */
  details?: ReactNode;
  /** What can be done about it, beside its words. */
  action?: { label: string; onPress: () => void };
  /** Buttons below its words, where one action is not enough. */
  ways?: ReactNode;
  /** Missing: it stays until it is no longer true. */
  onRead?: () => void;
};

/** Where a link to what only a notice can put right leads. */
export const NOTICES_ID = 'order-notices';

export function wouldNotKeep(count: number): string {
  return count === 1 ? '1 meal would not keep.' : `${count} meals would not keep.`;
}

/** For one kind as they came. */
export function byImportance(notices: readonly WizardNotice[]): WizardNotice[] {
  return notices.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

/** What is kept here of households, without the code that reads them: most devices keep none. */
export function hasHouseholds(): boolean {
  return keptIds().length > 0;
}

/** Whether this one is to be remembered still. */
export function keepsHousehold(id: string): boolean {
  return keptIds().includes(id);
}

function keptIds(): unknown[] {
  try {
    const kept = JSON.parse(localStorage.getItem('households') ?? '[]') as { id?: unknown }[];
    return kept.map(({ id }) => id);
  } catch {
    return [];
  }
}
