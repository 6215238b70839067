import { type ErasedReply, eraseCustomer, getCustomerFile } from '#contract/customers.ts';
import { call, type CalledFile, callForFile } from '../client.ts';

export function sendEraseCustomer(email: string): Promise<ErasedReply> {
  return call(eraseCustomer, { body: { email } });
}

/** Everything held about one person. */
export function fetchCustomerFile(email: string): Promise<CalledFile> {
  return callForFile(getCustomerFile, { body: { email } });
}
