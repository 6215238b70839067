import { createHash } from 'node:crypto';
import { normalizeIP } from '@better-auth/core/utils/ip';

/** Rate-limit key. An IPv6 /64 counts as one caller; the key hides whose it is. */
export function callerKey(address: string): string {
  const network = normalizeIP(address, { ipv6Subnet: 64 });
  return createHash('sha256').update(network).digest('base64url').slice(0, 22);
}
