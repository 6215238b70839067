import type { ConfigReply } from '#areas/business/calls/config.ts';
import { formatLaunchDate } from '#platform/rules/plain-date.ts';

/** "Launch on July 15, 2025 · free delivery on your first order", if we apply that offer; later, what joining gives. */
export function formatLaunch({
  hasLaunched,
  business,
}: Pick<ConfigReply, 'hasLaunched' | 'business'>): string {
  const isFree = business.waitlistFirstOrderFree;
  if (hasLaunched)
    return isFree ? 'Join the list: your first order is delivered free' : 'We deliver';
  const offer = isFree ? ' · free delivery on your first order' : '';
  return `Launch on ${formatLaunchDate(business.launchDate)}${offer}`;
}
