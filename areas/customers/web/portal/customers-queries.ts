import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  addCustomerNote,
  deleteCustomerNote,
  type ErasedReply,
  eraseCustomer,
  exportCustomers,
  getCustomer,
  getCustomerFile,
  listCustomers,
  mergeCustomers,
  type MergePreview,
} from '#areas/customers/calls/customers.ts';
import { call, type CalledFile, callForFile } from '#platform/web/api/client.ts';

export function sendEraseCustomer(email: string): Promise<ErasedReply> {
  return call(eraseCustomer, { body: { email } });
}

/** Everything held about one person. */
export function fetchCustomerFile(email: string): Promise<CalledFile> {
  return callForFile(getCustomerFile, { body: { email } });
}

/** Those that fit the search, a page at a time. Refetched whenever they are shown. */
export function customersQuery(q: string) {
  return infiniteQueryOptions({
    queryKey: ['customers', q],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listCustomers, {
        query: { q, ...(pageParam !== undefined && { cursor: String(pageParam) }) },
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });
}

export function customerQuery(id: number) {
  return queryOptions({
    queryKey: ['customers', 'one', id],
    queryFn: ({ signal }) => call(getCustomer, { params: { id: String(id) }, signal }),
    staleTime: 0,
  });
}

export function sendCustomerNote(id: number, text: string): Promise<void> {
  return call(addCustomerNote, { params: { id: String(id) }, body: { text } });
}

export function sendDeleteCustomerNote(id: number, noteId: number): Promise<void> {
  return call(deleteCustomerNote, { params: { id: String(id), noteId: String(noteId) } });
}

/** Who would become one customer. */
export async function fetchMergePreview(id: number, email: string): Promise<MergePreview> {
  const body = { email, dryRun: true };
  return (await call(mergeCustomers, { params: { id: String(id) }, body })).preview;
}

export async function sendMerge(id: number, email: string, previewHash: string): Promise<void> {
  await call(mergeCustomers, { params: { id: String(id) }, body: { email, previewHash } });
}

/** Every customer as CSV. Send it through useConfirmFirst. */
export function fetchCustomersFile(): Promise<CalledFile> {
  return callForFile(exportCustomers, {});
}
