import { isIP } from 'node:net';

/** An address, or one with a prefix length. `/0` is refused: it would trust everyone. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix] = text.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0) return false;
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits);
}
