import { createHash } from 'node:crypto';
import { normalizeIP } from '@better-auth/core/utils/ip';

/** Rate-limit key. An IPv6 /48 counts as one caller; the key hides whose it is. */
export function callerKey(address: string): string {
  return hashed(callerNetwork(address));
}

/** The same for an IPv4 /24 or an IPv6 /48: addresses that one customer of a provider can easily move between. */
export function networkKey(address: string): string {
  return hashed(callerNetwork(address).replace(LAST_OF_FOUR, '.0'));
}

const LAST_OF_FOUR = /(?<=^\d+\.\d+\.\d+)\.\d+$/;

function hashed(network: string): string {
  return createHash('sha256').update(network).digest('base64url').slice(0, 22);
}

/**
 * An IPv6 customer has up to 2^80 addresses, a /48, which count as one. better-auth's own reading of addresses, which it
 * exports and does not document; Node has none. Seen with @better-auth/core 1.7.7.
 */
export function callerNetwork(address: string): string {
  return normalizeIP(address, { ipv6Subnet: 48 });
}
