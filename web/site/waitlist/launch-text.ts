import type { ConfigReply } from '#contract/config.ts';
import { formatLaunchDate } from '#domain/calendar/plain-date.ts';

/** "Launch on July 15, 2025 · free delivery on your first order", if we apply that offer; later, that we deliver. */
export function formatLaunch({
  hasLaunched,
  business,
}: Pick<ConfigReply, 'hasLaunched' | 'business'>): string {
  const news = hasLaunched ? 'We deliver' : `Launch on ${formatLaunchDate(business.launchDate)}`;
  return `${news}${business.waitlistFirstOrderFree ? ' · free delivery on your first order' : ''}`;
}
