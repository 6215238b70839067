import { BlockList, isIPv6 } from 'node:net';

/** Whether an address is this machine's or one of our proxies', which are addresses and networks such as `10.0.0.0/8`. */
export function trustProxies(proxies: readonly string[]): (address: string | undefined) => boolean {
  const trusted = new BlockList();
  for (const proxy of ['127.0.0.0/8', '::1', ...proxies]) {
    const [address = '', prefix] = proxy.split('/');
    const family = familyOf(address);
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return (address) => address !== undefined && trusted.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
