/** How an order reached its supplier: by email from here, or by phone, printed or in their own shop. */
export const ORDER_WAYS = ['email', 'elsewhere'] as const;

export type OrderWay = (typeof ORDER_WAYS)[number];
