import { z } from 'zod';
import {
  type DeliveryWindow,
  parseDeliveryWindow,
} from '#areas/business/rules/delivery-windows.ts';

/** `11:00-13:00` or its label `11am-1pm`; always parsed to the former. */
export const DeliveryWindowText = z.string().transform((sent, context): DeliveryWindow => {
  const window = parseDeliveryWindow(sent);
  if (window) return window;
  context.addIssue({ code: 'custom', message: 'must be a window such as 09:30-11:00' });
  return z.NEVER;
});
