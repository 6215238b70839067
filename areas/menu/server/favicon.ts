/** For browsers and programs that ask for /favicon.ico without reading the page: the logo or ours, as an ICO of one PNG. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { logos } from '#areas/business/server/tables/logos.ts';
import { drawLogoIcon } from '#areas/menu/server/logo-routes.ts';
import type { Context } from '#platform/server/context.ts';
import { sendStored, storeReply, type StoredReply } from '#platform/server/http/stored-reply.ts';

const SIZE = 32;
const FOR_AN_HOUR = 'public, max-age=3600';
const OURS = path.join(import.meta.dirname, '../../../platform/web/public/icon-192.png');

export function registerFavicon(app: FastifyInstance, context: Context): void {
  let made: { hash: string | null; stored: Promise<StoredReply> } | null = null;
  const options = { schema: { hide: true }, config: { access: 'public' } } as const;
  app.get('/favicon.ico', options, async (request, reply) => {
    const { logo } = (await context.site.current()).business;
    const hash = logo?.hash ?? null;
    if (made?.hash !== hash) made = { hash, stored: draw(context, hash) };
    return sendStored(request, reply, await made.stored, FOR_AN_HOUR);
  });
}

async function draw({ db }: Pick<Context, 'db'>, hash: string | null): Promise<StoredReply> {
  const [logo] = hash === null ? [] : await db.select().from(logos).where(eq(logos.hash, hash));
  const png = await drawLogoIcon(logo?.bytes ?? (await readFile(OURS)), SIZE);
  const contentType = 'image/vnd.microsoft.icon';
  return storeReply({ status: 200, contentType, body: toIco(png) }, 'few');
}

/** One picture: the file's head, its entry of the list, and the PNG as it is. */
function toIco(png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(SIZE, 6);
  head.writeUInt8(SIZE, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
