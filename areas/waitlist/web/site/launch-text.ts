import type { ConfigReply } from '#areas/business/calls/config.ts';
import { formatLaunchDate } from '#platform/rules/plain-date.ts';

/** "Launch on July 15, 2025 · free delivery on your first order", if we apply that offer; later, that we deliver. */
export function formatLaunch({
  hasLaunched,
  business,
}: Pick<ConfigReply, 'hasLaunched' | 'business'>): string {
  const news = hasLaunched ? 'We deliver' : `Launch on ${formatLaunchDate(business.launchDate)}`;
  return `${news}${business.waitlistFirstOrderFree ? ' · free delivery on your first order' : ''}`;
}
