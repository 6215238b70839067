import { pagePatterns } from '#web/navigation/paths.ts';

/** Descriptions for search results. Pages without one are not listed there. For the server only. */
export const pageDescriptions: Record<string, string> = {
  [pagePatterns.home]:
    'Healthy lunches and dinners cooked by local chefs and delivered across mainland Redlands.',
  [pagePatterns.menu]:
    'This week’s lunches and dinners, with prices, nutrition facts and allergens.',
  [pagePatterns.howItWorks]:
    'When to order, when we deliver, what delivery costs and how long meals keep.',
  [pagePatterns.calorieCalculator]:
    'How much you need in a day, and which lunch and dinner plan fits: with ranges and sources. No email address needed.',
  [pagePatterns.faq]:
    'Delivery areas and fees, when to order, how long meals keep, allergens, paying and changing an order.',
  [pagePatterns.about]: 'Local chefs, meals for the week, no packs and no subscriptions.',
  [pagePatterns.landing]:
    'Healthy lunches and dinners by local chefs are coming to the Redlands. Join the waitlist and be first to hear about the launch.',
  [pagePatterns.waitlist]:
    'Not in your suburb yet? Leave your email and we’ll tell you when we deliver there.',
  [pagePatterns.privacy]:
    'What we collect about you, why, who else sees it and how to have it deleted.',
  [pagePatterns.terms]: 'Prices, ordering, delivery, changes, refunds and your rights.',
  [pagePatterns.order]:
    'Choose lunches and dinners for everyone at your table, delivered to your door.',
};
