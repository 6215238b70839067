/**
 * Draws the icons and the picture for shared links into platform/web/public; run it manually after changing the plates: `node
 * tools/draw-pictures.ts`.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
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
  const drawPlate = await loadDrawing();
  const [first, second] = sampleMenu.filter((meal) => meal.mealType === 'lunch');
  const dinner = sampleMenu.find((meal) => meal.mealType === 'dinner');
  if (!first || !second || !dinner) throw new Error('the sample menu is too short');
  const picture = svg(
    1200,
    630,
    `<rect width="1200" height="630" fill="#fbf5e9"/>
     <rect x="60" y="70" width="1080" height="490" rx="90" fill="#f6b23c" transform="rotate(-3 600 315)"/>
     ${at(330, 20, 560, drawPlate(dinner))}${at(40, 200, 380, drawPlate(first))}${at(800, 60, 380, drawPlate(second))}`,
  );
  await writePng(picture, 1200, 'share.png');
}

async function loadDrawing(): Promise<(meal: (typeof sampleMenu)[number]) => string> {
  const source = path.join(ROOT, 'areas/menu/web/plate/draw-plate.ts');
  const { drawPlate } = (await import(pathToFileURL(source).href)) as {
    drawPlate: (meal: (typeof sampleMenu)[number]) => string;
  };
  return drawPlate;
}

function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${content}</svg>`;
}

/** As a picture in the picture: each plate has gradients of its own under the same names. */
function at(x: number, y: number, size: number, drawing: string): string {
  const href = `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
  return `<image x="${x}" y="${y}" width="${size}" height="${size}" href="${href}"/>`;
}

async function writePng(drawing: string, width: number, name: string): Promise<void> {
  const picture = sharp(Buffer.from(drawing), { density: 600 }).resize({ width });
  await picture
    .png({ palette: true, quality: 90, compressionLevel: 9, effort: 10 })
    .toFile(path.join(PUBLIC, name));
}
