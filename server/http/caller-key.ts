import { createHash } from 'node:crypto';
import { normalizeIP } from '@better-auth/core/utils/ip';

/** Under what a caller is counted. An IPv6 customer has 2^64 addresses, which count as one; the key does not tell whose it is. */
export function callerKey(address: string): string {
  const network = normalizeIP(address, { ipv6Subnet: 64 });
  return createHash('sha256').update(network).digest('base64url').slice(0, 22);
}
