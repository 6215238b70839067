import type { Store } from '../store/store.ts';
import type { FormFields } from './form-body.ts';

/** One authenticated request, as every route sees it. */
export type Call = {
  store: Store;
  /** `server` holds the secret key; `browser` must prove itself by an intent's client secret. */
  caller: 'server' | 'browser';
  /** The object named in the path; empty where the path names none. */
  id: string;
  fields: FormFields;
  /** The body as sent, for the routes that speak JSON. */
  bodyText: string;
  requestId: string;
  idempotencyKey: string | null;
};
