/** Pictures that an imported file names: from public addresses only, each with its time and size. */
import http from 'node:http';
import https from 'node:https';
import { eq } from 'drizzle-orm';
import { storeMealImage } from '#areas/menu/server/meal-image-routes.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import {
  type PictureRequestRow,
  pictureRequests,
} from '#areas/menu/server/tables/picture-requests.ts';
import { changeMeal } from '#areas/menu/server/save-meal.ts';
import {
  ForbiddenAddress,
  hostOf,
  type PinnedAddress,
  pinHost,
} from '#platform/server/public-address.ts';
import { DOUBLING_MINUTES, retryWait } from '#platform/rules/due-work.ts';
import type { Context } from '#platform/server/context.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { doDueWork, type DueWork, type Outcome } from '#platform/server/queue/due-work.ts';
import type { DueKind } from '#platform/server/queue/queue.ts';
import { VERSION } from '#platform/server/version.ts';

const LARGEST_PICTURE_BYTES = 10 * 1024 * 1024;
const ATTEMPT_MS = 20_000;
const MOST_ATTEMPTS = 4;

type FetchContext = Pick<Context, 'db' | 'clock' | 'log' | 'site' | 'allowsLocalHosts'>;

/** It will be the same at every attempt. */
class NoPicture extends Error {}

const pictureWork: DueWork<PictureRequestRow, FetchContext, 'done' | 'gone'> = {
  table: pictureRequests,
  isOpen: eq(pictureRequests.state, 'waiting'),
  isGivenUp: eq(pictureRequests.state, 'failed'),
  since: pictureRequests.createdAt,
  order: [pictureRequests.id],
  claimMs: ATTEMPT_MS + 40_000,
  tryRow: fetchOne,
  waitMs: ({ tries }) => (tries >= MOST_ATTEMPTS ? null : retryWait(DOUBLING_MINUTES, tries)),
  givenUp: { state: 'failed' },
  isHopeless: (error) =>
    error instanceof NoPicture ||
    error instanceof InvalidRequest ||
    error instanceof ForbiddenAddress,
  describeError: (error) => {
    const reason = error instanceof Error ? error.message : String(error);
    return { set: { error: reason.slice(0, 200) }, log: { reason } };
  },
  logFields: ({ id, mealId }) => ({ pictureRequestId: id, mealId }),
  says: {
    triedAgain: 'a picture of an imported meal will be fetched again later',
    givenUp: 'a picture of an imported meal could not be had: its plate is drawn',
  },
};

export const pictureKind: DueKind = {
  kind: 'pictures',
  work: pictureWork,
  run: (context, { ending }) => doDueWork(context, pictureWork, { ending }),
};

async function fetchOne(
  context: FetchContext,
  { id, mealId, url }: PictureRequestRow,
): Promise<Outcome<PictureRequestRow, 'done' | 'gone'>> {
  const bytes = await download(context, new URL(url));
  const { imageUrl } = await storeMealImage(context, bytes);
  const isTaken = await context.db.transaction(async (tx) => {
    const [meal] = await tx.select().from(meals).where(eq(meals.id, mealId)).for('no key update');
    // Someone has uploaded one, or archived the meal: theirs stands.
    const isForIt = meal?.imageUrl === null && meal.archivedAt === null;
    if (isForIt)
      await changeMeal(tx, context, null, meal, { action: 'meal.update', values: { imageUrl } });
    const set = { state: 'done', imageUrl: isForIt ? imageUrl : null, error: null } as const;
    await tx.update(pictureRequests).set(set).where(eq(pictureRequests.id, id));
    return isForIt;
  });
  context.site.renew();
  return { is: isTaken ? 'done' : 'gone' };
}

/** Throws NoPicture, ForbiddenAddress, and what the connection throws. Redirects are not followed: they lead anywhere. */
async function download(context: FetchContext, url: URL): Promise<Buffer> {
  if (url.protocol !== 'https:' && context.allowsLocalHosts !== true)
    throw new NoPicture('Its address does not start with https://');
  const pinned = await pinHost(context, hostOf(url));
  return new Promise((resolve, reject) => {
    const get = url.protocol === 'https:' ? https.get : http.get;
    const request = get(url, optionsFor(pinned), (response) => {
      const fail = (error: Error) => {
        reject(error);
        response.destroy();
      };
      const { statusCode = 0 } = response;
      if (statusCode >= 500) return fail(new Error(`It answered ${statusCode}`));
      if (statusCode !== 200) return fail(new NoPicture(`It answered ${statusCode}`));
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > LARGEST_PICTURE_BYTES) fail(new NoPicture('It is larger than 10 MB'));
      });
      response.on('end', () => resolve(Buffer.concat(chunks)));
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}

/** To the address that was checked, whatever its name leads to a moment later. */
function optionsFor(pinned: PinnedAddress): https.RequestOptions {
  return {
    agent: false,
    lookup: (_host, { all }, found) =>
      all === true ? found(null, [pinned]) : found(null, pinned.address, pinned.family),
    signal: AbortSignal.timeout(ATTEMPT_MS),
    headers: { 'user-agent': `Mealrun/${VERSION}`, accept: 'image/*' },
  };
}
