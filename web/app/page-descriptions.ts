import { pagePatterns } from '#web/navigation/paths.ts';

/** What search results say below a page's title. Pages without a description are not to be listed there. For the server only. */
export const pageDescriptions: Record<string, string> = {
  [pagePatterns.home]:
    'Healthy lunches and dinners cooked by local chefs and delivered across mainland Redlands.',
  [pagePatterns.menu]:
    'This week’s lunches and dinners, with prices, nutrition facts and allergens.',
  [pagePatterns.howItWorks]:
    'When to order, when we deliver, what delivery costs and how long meals keep.',
  [pagePatterns.calorieCalculator]:
    'How much you need in a day, and which lunch and dinner plan fits: with ranges, sources and no e-mail address.',
  [pagePatterns.faq]:
    'Delivery areas and fees, when to order, how long meals keep, allergens, paying and changing an order.',
  [pagePatterns.about]: 'Local chefs, meals for the week, no packs and no subscriptions.',
  [pagePatterns.landing]:
    'Healthy lunches and dinners by local chefs are coming to the Redlands. Join the waitlist and hear of the launch first.',
  [pagePatterns.waitlist]: 'Not in your suburb yet? Leave your email and we tell you when we come.',
  [pagePatterns.privacy]:
    'What we know about you, what for, who else sees it and how to have it deleted.',
  [pagePatterns.terms]: 'Prices, ordering, delivery, changes, refunds and your rights.',
  [pagePatterns.order]:
    'Choose lunches and dinners for everyone at your table and have them delivered.',
};
