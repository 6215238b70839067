import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { termsOfSale } from '#areas/order-book/rules/order-pricing.ts';

/** On which a kitchen sells that has changed nothing. */
export const SALE_TERMS = termsOfSale({ isFirstWaitlistOrder: false }, defaultBusiness);
