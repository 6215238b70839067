import { formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { type DeliveryWindow, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { ServiceError } from '#platform/server/errors.ts';

/** 404: empty sheets are not printed. Names the field that matches nothing. */
export class NoDeliveries extends ServiceError {
  constructor(date: PlainDate, window: DeliveryWindow | null = null) {
    const when = [formatDate(date), ...(window ? [windowLabel(window)] : [])].join(', ');
    const message = `No deliveries on ${when}.`;
    super(404, 'no_deliveries', message, { fields: { [window ? 'window' : 'date']: message } });
  }
}
