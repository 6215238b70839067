/**
 * Draws the icons and the picture for shared links into platform/web/public; run it manually after changing the plates: `node
 * tools/draw-pictures.ts`.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { RENDERED_FOLDER } from '#areas/menu/server/rendered-plates.ts';
import sampleMenu from '#areas/menu/server/samples/sample-menu.json' with { type: 'json' };

const ROOT = path.dirname(import.meta.dirname);
const PUBLIC = path.join(ROOT, 'platform', 'web', 'public');
const GREEN = '#1d5b46';

await drawIcons();
await drawSharePicture();

async function drawIcons(): Promise<void> {
  const favicon = await readFile(path.join(PUBLIC, 'favicon.svg'), 'utf8');
  const drawing = favicon.replaceAll(/<\/?svg[^>]*>/g, '');
  // Systems crop maskable icons to any shape: the plate stays near the centre, its background reaches the edges.
  const maskable = svg(
    32,
    32,
    `<rect width="32" height="32" fill="${GREEN}"/><g transform="translate(3.6 3.6) scale(0.775)">${drawing}</g>`,
  );
  const square = svg(32, 32, `<rect width="32" height="32" fill="${GREEN}"/>${drawing}`);
  await writePng(favicon, 192, 'icon-192.png');
  await writePng(favicon, 512, 'icon-512.png');
  await writePng(maskable, 512, 'icon-maskable-512.png');
  await writePng(square, 180, 'apple-touch-icon.png');
}

/** The table at the top of the home page, wide enough for a shared link. */
async function drawSharePicture(): Promise<void> {
  const [first, second] = sampleMenu.filter((meal) => meal.mealType === 'lunch');
  const dinner = sampleMenu.find((meal) => meal.mealType === 'dinner');
  if (!first || !second || !dinner) throw new Error('the sample menu is too short');
  const cloth = svg(
    1200,
    630,
    `<rect width="1200" height="630" fill="#fbf5e9"/><rect x="60" y="70" width="1080" height="490" rx="90" fill="#f6b23c" transform="rotate(-3 600 315)"/>`,
  );
  const plates = [
    { slug: first.slug, left: 50, top: 165, size: 380 },
    { slug: second.slug, left: 770, top: 90, size: 380 },
    { slug: dinner.slug, left: 330, top: 35, size: 540 },
  ];
  await sharp(Buffer.from(cloth))
    .composite(
      await Promise.all(
        plates.map(async ({ slug, left, top, size }) => ({
          input: await plate(slug, size),
          left,
          top,
        })),
      ),
    )
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(path.join(PUBLIC, 'share.jpg'));
}

/** With round corners and a white edge, as on the home page. */
async function plate(slug: string, size: number): Promise<Buffer> {
  const radius = Math.round(size * 0.14);
  const edge = (attributes: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect x="4" y="4" width="${size - 8}" height="${size - 8}" rx="${radius}" ${attributes}/></svg>`,
    );
  return sharp(await readFile(path.join(RENDERED_FOLDER, `${slug}-800.webp`)))
    .resize(size, size)
    .composite([
      { input: edge('fill="#000"'), blend: 'dest-in' },
      { input: edge('fill="none" stroke="#fff" stroke-width="8"') },
    ])
    .png()
    .toBuffer();
}

function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${content}</svg>`;
}

async function writePng(drawing: string, width: number, name: string): Promise<void> {
  const picture = sharp(Buffer.from(drawing), { density: 600 }).resize({ width });
  await picture
    .png({ palette: true, quality: 90, compressionLevel: 9, effort: 10 })
    .toFile(path.join(PUBLIC, name));
}
