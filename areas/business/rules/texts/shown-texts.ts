/** The texts that go to every page, with the values of their fields. Only the server makes them: facts.ts is large. */
import { changedFacts, defaultBusiness, type BusinessFacts } from '#areas/business/rules/facts.ts';
import { CATALOGUE, entryOf } from './catalogue.ts';
import { isNotice } from './shown-line.ts';
import type { OwnTexts, ShownTexts, TextSituation } from './text-entry.ts';
import { type MenuFigures, textValues } from './text-values.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';

/** `own`: also of messages, which no page shows. */
export function shownTexts(
  business: BusinessFacts,
  own: OwnTexts,
  figures: MenuFigures,
): ShownTexts {
  const changed = new Set<string>(changedFacts(defaultBusiness, business));
  // The default kitchen's words, untrue of another.
  const untrue = Object.entries(CATALOGUE).flatMap(([key, entry]) =>
    entry.kind === 'line' && entry.onlyWith?.some((fact) => changed.has(fact)) ? [[key, '']] : [],
  );
  const ofPages = Object.entries(own).filter(([key]) => entryOf(key) !== undefined);
  return {
    own: { ...(Object.fromEntries(untrue) as OwnTexts), ...Object.fromEntries(ofPages) },
    values: textValues(business, figures),
  };
}

/** Without a notice that is not for today. */
export function textsOn(today: PlainDate, { own, ...rest }: ShownTexts): ShownTexts {
  const { notice, ...others } = own;
  if (!isNotice(notice)) return { own, ...rest };
  const isNow =
    (notice.from === null || notice.from <= today) &&
    (notice.until === null || today <= notice.until);
  return { own: isNow ? own : others, ...rest };
}

/** While it sells, after the launch: what our words are compared by when a release changes them. */
export function ordinarySituation(
  business: BusinessFacts,
  values: TextSituation['values'],
): TextSituation {
  return { business, values, isOpen: true, hasLaunched: true, isStripe: true, adviser: null };
}
