import type { ReactNode } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { NEEDS_CHECKED, NEEDS_TITLE, saidOfNeeds } from '#areas/needs/rules/food-needs-text.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { bold, entry, paragraph, small, subtitle } from '#areas/messages/server/email-parts.ts';

/** What everyone of an order can't have, and what was written: so that its customer sees that we know, and corrects it. */
export function needsPart(
  people: readonly ({ name: string } & FoodNeeds)[],
  instructions: string,
  { phone }: Pick<BusinessFacts, 'phone'>,
): ReactNode[] {
  return [
    subtitle(NEEDS_TITLE),
    ...people.map((person) => entry(paragraph(bold(person.name), saidOfNeeds(person)))),
    instructions !== '' && entry(paragraph(`You wrote: “${instructions}”`)),
    small(`${NEEDS_CHECKED} ${phone}`),
  ];
}
