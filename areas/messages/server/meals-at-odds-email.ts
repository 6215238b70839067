import type { ReactElement } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { MessageFacts } from '#areas/messages/server/tables/messages.ts';
import { action, bold, emailPage, entry, paragraph, title } from './email-parts.ts';

type MealsAtOdds = {
  business: BusinessFacts;
  meals: NonNullable<MessageFacts['mealsAtOdds']>;
  /** Where they are put right. */
  pageUrl: string;
};

/** For owners. */
export function mealsAtOddsEmail({ business, meals, pageUrl }: MealsAtOdds): {
  subject: string;
  page: ReactElement;
} {
  const subject =
    meals.length === 1
      ? `${meals[0]?.name ?? ''} is not on the menu`
      : `${meals.length} meals are not on the menu`;
  const page = emailPage(
    business,
    {
      preview: subject,
      why: [`You’re receiving this email because you are an owner of ${business.name}.`],
    },
    title(subject),
    paragraph(
      'What is said of their ingredients, allergens and diets does not agree. Nobody can order them until it does.',
    ),
    ...meals.map(({ name, why }) => entry(paragraph(bold(name), `: ${why}`))),
    action(pageUrl, 'Open the meals'),
  );
  return { subject, page };
}
