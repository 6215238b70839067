import type { ReactElement } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { MessageFacts } from '#areas/messages/server/tables/messages.ts';
import { action, emailPage, paragraph, title } from './email-parts.ts';

type RecipeAlert = {
  business: BusinessFacts;
  recipe: NonNullable<MessageFacts['recipe']>;
  /** Where it is settled. */
  pageUrl: string;
};

/** For staff. It names no customer: the page does, to those who are signed in. */
export function recipeAlertEmail({ business, recipe, pageUrl }: RecipeAlert): {
  subject: string;
  page: ReactElement;
} {
  const { change, people, deliveries, stops } = recipe;
  const subject = `Recipes to settle: ${change}`;
  const page = emailPage(
    business,
    {
      preview: subject,
      why: [`You’re receiving this email because you are staff of ${business.name}.`],
    },
    title('A recipe concerns people who have paid'),
    paragraph(`${change}.`),
    paragraph(
      `This concerns ${counted(people, 'person', 'people')} in ${counted(deliveries, 'delivery', 'deliveries')}. ${stopSentence(stops)}`,
    ),
    action(pageUrl, 'Settle them'),
  );
  return { subject, page };
}

function stopSentence(stops: number): string {
  if (stops === 0) return 'Nothing is on hold.';
  return stops === 1
    ? '1 meal is on hold until it is settled.'
    : `${stops} meals are on hold until they are settled.`;
}

function counted(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
