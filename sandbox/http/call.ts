import type { Store } from '../store/store.ts';
import type { FormFields } from './form-body.ts';

/** One authenticated request, as its route sees it. */
export type Call = {
  store: Store;
  /** `server` has the secret key; `browser` needs the intent's client secret. */
  caller: 'server' | 'browser';
  /** The object id in the path; empty if the path has none. */
  id: string;
  fields: FormFields;
  /** The raw body, for routes that take JSON. */
  bodyText: string;
  requestId: string;
  idempotencyKey: string | null;
};
