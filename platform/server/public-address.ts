/**
 * What is on the public internet. A name that people enter must not become a way to reach what only this machine can reach:
 * services of the host, of its network, or of the cloud it runs in.
 */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { Context } from './context.ts';

export type PinnedAddress = { address: string; family: 4 | 6 };

/** All addresses of a name. */
export type LookUp = (host: string) => Promise<{ address: string; family: number }[]>;

/** Everything of IANA's special-purpose registries that is not the public internet. */
const NOT_PUBLIC_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** For those within 2000::/3. The last one carries an IPv4 address inside. */
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '3fff::/20', '2002::/16'];

const refused = new BlockList();
for (const [family, networks] of [
  ['ipv4', NOT_PUBLIC_4],
  ['ipv6', NOT_PUBLIC_6],
] as const) {
  for (const network of networks) {
    const [address = '', length = ''] = network.split('/');
    refused.addSubnet(address, Number(length), family);
  }
}
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !refused.check(address, 'ipv4');
  // IPv4 written as IPv6, link-local and unique local addresses are all outside of 2000::/3.
  return global6.check(address, 'ipv6') && !refused.check(address, 'ipv6');
}

/** Refused for good until someone changes the address, or its name leads elsewhere. */
export class ForbiddenAddress extends Error {}

export type LocalRule = Pick<Context, 'allowsLocalHosts'>;

/**
 * The one address that is then connected to, so that a name cannot lead elsewhere between the check and the call. All
 * that the name leads to must be public. Throws ForbiddenAddress, and what the look-up throws.
 */
export async function pinHost(
  { allowsLocalHosts = false }: LocalRule,
  host: string,
  lookUp: LookUp = (name) => lookup(name, { all: true }),
): Promise<PinnedAddress> {
  const found = isIP(host) === 0 ? await lookUp(host) : [{ address: host, family: isIP(host) }];
  const [first] = found;
  if (!first) throw new Error('The name leads nowhere');
  const isAllowed = allowsLocalHosts || found.every(({ address }) => isPublicAddress(address));
  if (!isAllowed) throw new ForbiddenAddress('The address is not on the public internet');
  return { address: first.address, family: first.family === 6 ? 6 : 4 };
}

/** Without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

export function isLoopbackName(host: string): boolean {
  return /^(localhost\.?|.*\.localhost\.?|127(\.\d+){3}|::1)$/.test(host);
}
