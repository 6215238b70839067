/** The two times of day when meals arrive. Spec 9. */

export const DELIVERY_WINDOWS = ['11:00-13:00', '16:00-18:00'] as const;

export type DeliveryWindow = (typeof DELIVERY_WINDOWS)[number];

const LABELS: Record<DeliveryWindow, string> = {
  '11:00-13:00': '11am-1pm',
  '16:00-18:00': '4pm-6pm',
};

export function windowLabel(window: DeliveryWindow): string {
  return LABELS[window];
}

/** Parses the wire form or its label; null for anything else. */
export function parseDeliveryWindow(text: string): DeliveryWindow | null {
  return DELIVERY_WINDOWS.find((window) => window === text || LABELS[window] === text) ?? null;
}
