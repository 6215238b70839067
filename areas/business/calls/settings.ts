import { z } from 'zod';
import { BusinessReply } from '#areas/business/calls/config.ts';
import { DRY_RUN } from '#platform/calls/dry-run.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { IdInPath, InstantText, PlainDateText, StoredWindow } from '#platform/calls/wire-values.ts';

/** Path of a fact -> its problem. */
const Problems = z.record(z.string(), z.string());

const SavedBy = z.object({
  version: z.int(),
  /** Email of the owner; null: not changed in Settings, but in the database. */
  changedBy: z.string().nullable(),
  changedAt: InstantText,
});

/** The facts in force. `problems`: what is wrong with those in the database, which are therefore not in force. */
export const SettingsReply = BusinessReply.extend({
  ...SavedBy.shape,
  problems: Problems.nullable(),
});
export type SettingsReply = z.infer<typeof SettingsReply>;

/** For one date, what is booked in windows that are no longer offered: to be moved or refunded together. */
export const LostBookings = z.object({
  date: PlainDateText,
  windows: z.array(StoredWindow),
  deliveries: z.int(),
  meals: z.int(),
  /** The first of them, by window and order. */
  orders: z.array(
    z.object({
      orderNumber: z.string(),
      customer: z.string(),
      window: StoredWindow,
      meals: z.int(),
    }),
  ),
});
export type LostBookings = z.infer<typeof LostBookings>;

export const SettingsPreview = z.object({
  previewHash: z.string(),
  /** One or more for each fact that changes. */
  effects: z.array(
    z.object({
      /** A fact, such as `suburbs`. */
      field: z.string(),
      message: z.string(),
      /** How many deliveries ahead it concerns. */
      deliveries: z.int(),
      /** A suburb that seems to have another name now: its addresses are found if the old one is kept. */
      alias: z.object({ was: z.string(), is: z.string() }).optional(),
    }),
  ),
  /** What is booked and would no longer be offered, date by date. Saving leaves it as it is. */
  lost: z.array(LostBookings),
});
export type SettingsPreview = z.infer<typeof SettingsPreview>;

/** 409. `settings_stale` carries what was saved meanwhile, the other two the preview that is true now. */
export type SettingsConflict =
  | { code: 'settings_stale'; message: string; settings: SettingsReply }
  | { code: 'preview_needed' | 'preview_changed'; message: string; preview: SettingsPreview };

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  right: 'manageSettings',
  summary: 'Every business fact, its version, and who changed it last',
  reply: SettingsReply,
});

export const saveSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/settings',
  right: 'manageSettings',
  summary: 'Replaces all business facts, or none of them when one is wrong',
  refusals: ['preview_changed', 'preview_needed', 'settings_stale'],
  // What the GET answered can be sent back as it is; any other key is a mistake.
  body: SettingsReply.partial({ changedBy: true, changedAt: true, problems: true })
    .extend({
      /** For the settings that were changed; 409 `settings_stale` when someone saved since. */
      version: z.int().min(0),
      ...DRY_RUN,
    })
    .strict(),
  reply: z.object({
    preview: SettingsPreview,
    /** Null for a dry run. */
    settings: SettingsReply.nullable(),
  }),
});

export const UnlistedSuburb = z.object({
  name: z.string(),
  postcode: z.string(),
  /** With deliveries that have not ended. */
  orders: z.int(),
});
export type UnlistedSuburb = z.infer<typeof UnlistedSuburb>;

export const listUnlistedSuburbs = endpoint({
  method: 'GET',
  path: '/api/admin/settings/unlisted-suburbs',
  right: 'manageSettings',
  summary:
    'Suburbs of open orders that are no longer listed, until someone says what became of each',
  reply: z.object({ suburbs: z.array(UnlistedSuburb) }),
});

/** The body is the picture itself: PNG, JPEG or WebP. */
export const uploadLogo = endpoint({
  method: 'POST',
  path: '/api/admin/settings/logo',
  right: 'manageSettings',
  summary: 'Stores a logo and replies with what the settings name it by',
  status: 201,
  reply: z.object({ hash: z.string(), width: z.int(), height: z.int() }),
});

export const SettingsVersion = z.object({
  ...SavedBy.shape,
  /** The facts that differ from the version before; of the first one none. */
  changed: z.array(z.string()),
});
export type SettingsVersion = z.infer<typeof SettingsVersion>;

export const listSettingsVersions = endpoint({
  method: 'GET',
  path: '/api/admin/settings/versions',
  right: 'manageSettings',
  summary: 'The newest 50 versions of the settings, with who and when',
  reply: z.object({ versions: z.array(SettingsVersion) }),
});

export const getSettingsVersion = endpoint({
  method: 'GET',
  path: '/api/admin/settings/versions/:version',
  right: 'manageSettings',
  about: 'any',
  summary: 'The business facts of an earlier version, to save them again',
  params: z.object({ version: IdInPath }),
  reply: BusinessReply.extend(SavedBy.shape),
});
