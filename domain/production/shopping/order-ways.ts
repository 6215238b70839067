/** How an order reached its supplier: by email from here, or by phone, on paper or in their own shop. */
export const ORDER_WAYS = ['mail', 'elsewhere'] as const;

export type OrderWay = (typeof ORDER_WAYS)[number];
