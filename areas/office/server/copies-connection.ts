/** Copies of backups in a bucket, connected in the portal: it took, gave back and deleted a kilobyte before it is used. */
import { DAY_MS } from '#platform/rules/durations.ts';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { isSheetSaved } from '#areas/office/server/recovery-sheet.ts';
import { formatInstant } from '#platform/rules/zoned-time.ts';
import { endingOf } from '#platform/rules/connections.ts';
import {
  type CopyStore,
  CopyError,
  type CopyPlace,
  openCopyStore,
} from '#platform/server/backup/bucket.ts';
import type { ConnectionKind } from '#platform/server/save-connection.ts';
import type { Values } from '#platform/server/opened-connections.ts';
import type { Proof } from '#platform/server/db/tables/connections.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import { isLoopbackName, type LocalRule } from '#platform/server/public-address.ts';
import path from 'node:path';
import {
  ALWAYS_KEPT,
  COPIES_KEPT_DAYS,
  ENCRYPTED_SUFFIX,
  listBackups,
  madeAtOf,
} from '#platform/server/backup/backup-folder.ts';
import { backupFolder } from '#platform/server/backup/make-backup.ts';
import type { Context } from '#platform/server/context.ts';

const short = (most: number) => z.string().trim().max(most, 'This is too long');

const fields = z.strictObject({
  endpoint: short(200)
    .transform((text) => text.replace(/\/+$/, ''))
    .pipe(
      z
        .url({
          error: 'Please enter the address of the service, like https://s3.example.com',
          abort: true,
        })
        .refine(
          (text) => new URL(text).pathname === '/',
          'Please enter the address without a path',
        ),
    ),
  region: short(60).regex(/^[\w-]+$/, 'Please enter the region, like ap-southeast-2, or auto'),
  bucket: short(63).regex(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    'Please enter the name of the bucket',
  ),
  folder: short(100)
    .regex(/^[\w./-]*$/, 'Please use letters, digits and slashes')
    .transform((text) => text.replaceAll(/^\/+|\/+$/g, ''))
    .default(''),
  /** Both keys left empty: as they were. */
  accessKeyId: short(200).regex(/^\S*$/, 'Please enter the access key').default(''),
  secretAccessKey: short(500).default(''),
});

export const copiesConnection: ConnectionKind = {
  kind: 'copies',
  fields,

  async attempt(context, { given, before }) {
    const values = withKeys(given, before?.values);
    requireHttps(context, values);
    const place = copyPlaceOf(values);
    const proof = await tryBucket(openCopyStore(place, context));
    const { host } = new URL(place.endpoint);
    return {
      account: [host, place.bucket, values['folder']].filter(Boolean).join('/'),
      values,
      shown: {
        name: `${place.bucket} at ${host}`,
        ending: endingOf(place.accessKeyId),
        endpoint: place.endpoint,
        region: place.region,
        bucket: place.bucket,
        folder: values['folder'] ?? '',
      },
      proof,
      says: [
        (await isSheetSaved(context))
          ? `A copy of each new backup goes to ${place.bucket} from now on.`
          : 'Copies begin once the recovery sheet is saved: before that, no backup leaves this machine.',
      ],
    };
  },

  async check(context, { connection }) {
    if (connection === null) return null;
    const { problem: _, ...kept } = connection.proof ?? {};
    return {
      ...kept,
      ...(await tryBucket(openCopyStore(copyPlaceOf(connection.values), context))),
    };
  },

  async describe(context, connection) {
    if (connection === null)
      return { says: 'Not set. Backups lie on this machine only.', isProved: false };
    const { timeZone } = (await context.site.current()).business;
    const { copiedAt, mayDelete, problem } = connection.proof ?? {};
    const last =
      copiedAt === undefined
        ? 'No backup was copied yet.'
        : `Last copy ${formatInstant(Date.parse(copiedAt), timeZone)}.`;
    return {
      says: `${String(connection.shown['name'])}, key ${String(connection.shown['ending'])}. ${last}`,
      isProved: problem === undefined,
      advice: [
        ...(problem === undefined ? [] : [`The last copy failed: ${problem}`]),
        ...(mayDelete === 'no' ? [PILE_UP] : []),
        ...((await isSheetSaved(context)) ? [] : [NOT_YET]),
      ],
    };
  },
};

const PILE_UP = 'This key may not delete, so copies pile up: have the bucket delete what is old.';
const NOT_YET = 'Copies begin once the recovery sheet is saved.';

export function copyPlaceOf(values: Values): CopyPlace {
  const of = (name: string) => values[name] ?? '';
  return {
    endpoint: of('endpoint'),
    region: of('region'),
    bucket: of('bucket'),
    folder: of('folder') === '' ? '' : `${of('folder')}/`,
    accessKeyId: of('accessKeyId'),
    secretAccessKey: of('secretAccessKey'),
  };
}

/** Keys are asked again only for another service. */
function withKeys(given: Values, before: Values | undefined): Values {
  const { endpoint, accessKeyId, secretAccessKey } = given;
  if (accessKeyId === '' && secretAccessKey === '' && before?.['endpoint'] === endpoint) {
    const { accessKeyId: key = '', secretAccessKey: secret = '' } = before ?? {};
    return { ...given, accessKeyId: key, secretAccessKey: secret };
  }
  if (accessKeyId === '') throw new InvalidRequest({ accessKeyId: 'Please enter the access key' });
  if (secretAccessKey === '')
    throw new InvalidRequest({ secretAccessKey: 'Please enter the secret key' });
  return given;
}

/** Without encryption only towards this machine, for a service that one tries while one develops. */
function requireHttps({ allowsLocalHosts = false }: LocalRule, values: Values): void {
  const { protocol, hostname } = new URL(values['endpoint'] ?? '');
  if (protocol === 'https:' || (allowsLocalHosts && isLoopbackName(hostname))) return;
  throw new InvalidRequest({ endpoint: 'Please enter an address that starts with https://' });
}

/** Writes, reads, compares and deletes a kilobyte. Throws Conflict `copies_refused`. */
async function tryBucket(bucket: CopyStore): Promise<Proof> {
  const content = randomBytes(1024);
  const name = `check-${randomBytes(8).toString('hex')}`;
  try {
    await bucket.write(name, new Blob([content]));
    const isSame = content.equals(Buffer.from(await bucket.read(name)));
    if (!isSame)
      throw new CopyError('The bucket gave back something different from what it was given.');
    const mayDelete = (await bucket.delete(name)) ? 'yes' : 'no';
    return { answeredAt: new Date().toISOString(), mayDelete };
  } catch (error) {
    if (error instanceof CopyError) throw new Conflict('copies_refused', error.message);
    throw error;
  }
}

// Copies of backups elsewhere: the newest that is encrypted, each hour that it is not there yet.

/** Null: none is connected. */
export function openCopies(
  context: Pick<Context, 'connections' | 'allowsLocalHosts'>,
): CopyStore | null {
  const connection = context.connections.current('copies');
  return connection && openCopyStore(copyPlaceOf(connection.values), context);
}

/**
 * Nothing leaves this machine that is not encrypted, or that nobody could open. What went wrong stands in the connection's
 * row, and is thrown, so that the job counts as failing.
 */
export async function copyBackups(context: Context): Promise<void> {
  const connection = context.connections.current('copies');
  const bucket = openCopies(context);
  if (!connection || !bucket || !(await isSheetSaved(context))) return;
  const stored = await listBackups(backupFolder(context.backup.dataDir));
  const newest = stored.find(({ file }) => file.endsWith(ENCRYPTED_SUFFIX));
  if (!newest) return;
  const { problem: _, ...proof } = connection.proof ?? {};
  try {
    const there = await bucket.listBackups();
    const name = path.basename(newest.file);
    if (there.includes(name)) return;
    await bucket.writeFile(newest.file);
    const mayDelete = await deleteOldCopies(context, bucket, [name, ...there]);
    await context.connections.prove(connection, {
      ...proof,
      copiedAt: new Date(context.clock()).toISOString(),
      ...(mayDelete !== null && { mayDelete: mayDelete ? 'yes' : 'no' }),
    });
    context.log.info({ file: name }, 'copied the backup elsewhere');
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    await context.connections.prove(connection, { ...proof, problem });
    throw error;
  }
}

/** Those older than 35 days, never the newest seven. Whether the key may; null: nothing was to be deleted. */
async function deleteOldCopies(
  { clock }: Pick<Context, 'clock'>,
  bucket: CopyStore,
  names: readonly string[],
): Promise<boolean | null> {
  const oldest = new Date(clock() - COPIES_KEPT_DAYS * DAY_MS).toISOString();
  const old = names.slice(ALWAYS_KEPT).filter((name) => madeAtOf(name) < oldest);
  for (const name of old) if (!(await bucket.delete(name))) return false;
  return old.length > 0 ? true : null;
}

/** When the oldest known backup was made, here or elsewhere; null: there is none, or nobody can tell. */
export async function findOldestBackup(context: Context): Promise<string | null> {
  const here = (await listBackups(backupFolder(context.backup.dataDir))).at(-1)?.madeAt ?? null;
  const bucket = openCopies(context);
  if (!bucket) return here;
  const there = await bucket.listBackups().catch(() => null);
  if (there === null) return null;
  const oldest = there.at(-1);
  return (
    [here, oldest === undefined ? null : madeAtOf(oldest)]
      .filter((madeAt) => madeAt !== null)
      .toSorted()[0] ?? null
  );
}
