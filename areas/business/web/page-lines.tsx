/**
 * The lines of pages, as the kitchen wrote them or as we did (`areas/business/rules/texts/`). Joined with the texts that have
 * marks, these would be in the first load of /order.
 */
import type { ReactNode } from 'react';
import {
  fillLine,
  isNotice,
  shownLine,
  type TextEntries,
  type TextsAtHand,
} from '#areas/business/rules/texts/shown-line.ts';
import { type PageData, usePageData } from './page-data.ts';

/** What texts are filled with on a page. */
export function textsAtHand({ config, texts }: Pick<PageData, 'config' | 'texts'>): TextsAtHand {
  const { business, sale, hasLaunched, payments, sendsTexts, adviser } = config;
  return {
    own: texts.own,
    situation: {
      business,
      values: texts.values,
      isOpen: sale.state === 'open',
      hasLaunched,
      isStripe: payments.mode === 'stripe',
      sendsTexts,
      adviser: adviser?.name ?? null,
    },
  };
}

export type KeysOf<Of, Kind> = {
  [Key in keyof Of]: Of[Key] extends { kind: Kind } ? Key : never;
}[keyof Of] &
  string;

/** Reads the lines of one part of the catalogue. */
export function usePageLines<Of extends TextEntries>(of: Of) {
  const data = usePageData();
  const atHand = textsAtHand(data);
  const isMarked = (key: string) => data.texts.marked?.includes(key) ?? false;
  return {
    line: (key: KeysOf<Of, 'line'>): ReactNode => {
      const line = shownLine(of, key, atHand);
      return isMarked(key) ? <Changed>{line}</Changed> : line;
    },
    /** Null: there is none now. */
    notice: (): ReactNode => {
      const own = atHand.own['notice'];
      const { text, emptied } = isNotice(own)
        ? fillLine(own.text, atHand.situation.values)
        : NOTHING;
      if (text === null || emptied.length > 0) return null;
      return isMarked('notice') ? <Changed>{text}</Changed> : text;
    },
    atHand,
    isMarked,
  };
}

const NOTHING = { text: null, emptied: [] };

/** In a draft. */
export function Changed({ children }: { children: ReactNode }) {
  return <mark className="rounded-sm bg-mango text-on-mango">{children}</mark>;
}
