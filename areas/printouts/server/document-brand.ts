/** Every document carries the kitchen's logo and colour, whoever has it drawn. */
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import type { KitchenLogo } from '#areas/business/rules/logo.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { logos } from '#areas/business/server/tables/logos.ts';
import { openUpload } from '#areas/menu/server/open-pictures.ts';
import type { DocumentDrawer, DocumentLogo } from '#areas/printouts/server/drawer-port.ts';

/** A logo that is not in the database, or cannot be read, never keeps a label from being printed. */
export function brandDocuments(
  documents: DocumentDrawer,
  { db, site, log }: Pick<Context, 'db' | 'site' | 'log'>,
): DocumentDrawer {
  let known: { hash: string; logo: DocumentLogo } | null = null;

  async function find(stored: KitchenLogo | null): Promise<DocumentLogo | null> {
    if (stored === null) return null;
    if (known?.hash === stored.hash) return known.logo;
    try {
      const logo = await readLogo(db, stored);
      known = logo && { hash: stored.hash, logo };
      return logo;
    } catch (error) {
      log.warn({ err: error, logo: stored.hash }, 'printed without the logo');
      return null;
    }
  }

  return {
    async draw(document) {
      const { accentColour, logo } = document.look ?? (await site.current()).business;
      return documents.draw({
        ...document,
        brand: { colour: accentColour, logo: await find(logo) },
      });
    },
    close: () => documents.close(),
  };
}

/** On white, as paper is. Null: it is not in the database. */
async function readLogo(db: Database, { hash }: KitchenLogo): Promise<DocumentLogo | null> {
  const [row] = await db.select({ bytes: logos.bytes }).from(logos).where(eq(logos.hash, hash));
  if (!row) return null;
  const { data, info } = await openUpload(() =>
    sharp(row.bytes)
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  return { width: info.width, height: info.height, pixels: new Uint8Array(data) };
}
