/** Where a webhook may lead: its address is entered by people. */
import { isIP } from 'node:net';
import { InvalidRequest } from '#platform/server/errors.ts';
import {
  hostOf,
  isLoopbackName,
  isPublicAddress,
  type LocalRule,
} from '#platform/server/public-address.ts';

/** Of the form alone; where its name leads is checked at each attempt. Throws InvalidRequest on `url`. */
export function checkWebhookUrl({ allowsLocalHosts = false }: LocalRule, text: string): URL {
  const url = new URL(text);
  const refuse = (message: string) => new InvalidRequest({ url: message });
  if (url.username !== '' || url.password !== '') {
    throw refuse('Please leave the user name and password out of the address');
  }
  if (url.hash !== '') throw refuse('Please leave out the part after #');
  const isLocal = isLoopbackName(hostOf(url));
  if (url.protocol !== 'https:' && !(isLocal && allowsLocalHosts)) {
    throw refuse('Please enter an address that starts with https://');
  }
  const isLiteral = isIP(hostOf(url)) !== 0;
  if (!allowsLocalHosts && (isLocal || (isLiteral && !isPublicAddress(hostOf(url))))) {
    throw refuse('Please enter an address on the internet, not of this machine or network');
  }
  return url;
}
