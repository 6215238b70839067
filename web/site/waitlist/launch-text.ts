import type { BusinessFacts } from '#domain/business.ts';
import { formatLaunchDate } from '#domain/calendar/plain-date.ts';

/** "Launch on July 15, 2025 · free delivery on your first order", if we apply that offer. */
export function formatLaunch({
  launchDate,
  waitlistFirstOrderFree,
}: Pick<BusinessFacts, 'launchDate' | 'waitlistFirstOrderFree'>): string {
  const offer = waitlistFirstOrderFree ? ' · free delivery on your first order' : '';
  return `Launch on ${formatLaunchDate(launchDate)}${offer}`;
}
