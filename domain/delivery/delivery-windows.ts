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

/** When it begins and ends, in minutes since midnight on the kitchen's clock. */
export function minutesOf(window: DeliveryWindow): { startMinute: number; endMinute: number } {
  const [startMinute = 0, endMinute = 0] = window.split('-').map((time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return hours * 60 + minutes;
  });
  return { startMinute, endMinute };
}
