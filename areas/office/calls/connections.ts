import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { InstantText, text } from '#platform/calls/wire-values.ts';
import { CONNECTION_KINDS } from '#platform/rules/connections.ts';

const LONGEST_VALUE = 2000;
const LONGEST_FIELD_NAME = 40;
const LONGEST_ACCOUNT = 400;

export const ConnectionReply = z.object({
  kind: z.enum(CONNECTION_KINDS),
  /** `environment`: variables set it, and it is not managed here. */
  source: z.enum(['here', 'environment', 'none']),
  /** To be sent back with a change. */
  version: z.int().nonnegative(),
  says: z.string(),
  /** Outside has answered for it as it is. */
  isProved: z.boolean(),
  /** What works, and hurts. */
  advice: z.array(z.string()),
  /** What may be shown of it: never a secret. */
  shown: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
  changedBy: z.string().nullable(),
  changedAt: InstantText.nullable(),
  /** Accounts no longer in force. `why`: what still needs one; null: it may be forgotten. */
  kept: z.array(z.object({ account: z.string(), says: z.string(), why: z.string().nullable() })),
});
export type ConnectionReply = z.infer<typeof ConnectionReply>;

export const ConnectionsReply = z.object({ connections: z.array(ConnectionReply) });
export type ConnectionsReply = z.infer<typeof ConnectionsReply>;

export const listConnections = endpoint({
  method: 'GET',
  path: '/api/admin/connections',
  right: 'manageSettings',
  summary: 'What this installation is connected to: card provider, mail server, texts, copies',
  reply: ConnectionsReply,
});

const OfKind = z.object({ kind: z.enum(CONNECTION_KINDS) });

export const SaveConnectionRequest = z.strictObject({
  /** As it was read: 409 `connection_changed` when someone has changed it since. */
  version: z.int().nonnegative(),
  /** By the names of the fields of its kind. */
  values: z.record(text(LONGEST_FIELD_NAME), text(LONGEST_VALUE)),
  /** True: tries it, says what storing it would do, and stores nothing. */
  dryRun: z.boolean().default(false),
});

export const saveConnection = endpoint({
  method: 'PUT',
  path: '/api/admin/connections/:kind',
  right: 'manageSettings',
  about: 'any',
  summary:
    'Checks a connection and stores it if it works; takes up to a minute; after a recent proof of identity',
  refusals: [
    'cards_refused',
    'confirm_first',
    'connection_changed',
    'copies_refused',
    'demo_business',
    'email_refused',
    'set_by_environment',
    'texts_refused',
    'webhook_by_hand',
  ],
  params: OfKind,
  body: SaveConnectionRequest,
  reply: ConnectionsReply.extend({
    /** What it does, or would do. */
    says: z.array(z.string()),
  }),
});

export const checkConnection = endpoint({
  method: 'POST',
  path: '/api/admin/connections/:kind/check',
  right: 'manageSettings',
  about: 'any',
  summary: 'Checks a connection again as it is; after a recent proof of identity',
  refusals: [
    'cards_refused',
    'confirm_first',
    'copies_refused',
    'email_refused',
    'texts_refused',
    'webhook_by_hand',
  ],
  params: OfKind,
  reply: ConnectionsReply,
});

export const deleteConnection = endpoint({
  method: 'DELETE',
  path: '/api/admin/connections/:kind',
  right: 'manageSettings',
  about: 'any',
  summary:
    'Disconnects, or forgets an account that nothing needs any more; after a recent proof of identity',
  refusals: ['confirm_first', 'demo_business', 'set_by_environment', 'still_needed'],
  params: OfKind,
  query: z.object({
    /** One that is kept. Left out: the one in force. */
    account: text(LONGEST_ACCOUNT).optional(),
  }),
  reply: ConnectionsReply,
});
