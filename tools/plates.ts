/**
 * `npm run plates -- SLUG…`: renders the plates of meals of the sample menu with Blender and writes them as WebP in three
 * sizes; `--all` for all, `--preview` small and quick, `--sheet` for the contact sheet beside the drawings, `--list` to
 * tell the site which there are. What it needs is in tools/plates/README.md.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import sampleMenu from '#areas/menu/server/samples/sample-menu.json' with { type: 'json' };
import {
  RENDERED_WIDTHS,
  renderedKey,
  type RenderedWidth,
} from '#areas/menu/rules/meal-picture.ts';
import { RENDERED_FOLDER, RENDERED_LIMITS } from '#areas/menu/server/rendered-plates.ts';
import { drawPlate } from '#areas/menu/web/plate/draw-plate.ts';

const FULL = { pixels: 800, samples: 20 };
const PREVIEW = { pixels: 256, samples: 12 };
/** From the one that looks best down; the first that is light enough is kept. */
const QUALITIES = [84, 80, 76, 72, 68, 64, 60, 55, 50];
const CELL = 400;
const PAIRS = 3;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean' },
    out: { type: 'string', default: path.join('data', 'plates') },
    list: { type: 'boolean' },
    preview: { type: 'boolean' },
    sheet: { type: 'boolean' },
  },
});
await mkdir(values.out, { recursive: true });
for (const slug of values.all ? sampleMenu.map((meal) => meal.slug) : positionals)
  await renderPlate(slug);
if (values.sheet) await writeSheet();
if (values.list) await writeList();

async function renderPlate(slug: string): Promise<void> {
  if (!sampleMenu.some((meal) => meal.slug === slug))
    throw new Error(`the sample menu has no meal "${slug}"`);
  const folder = await mkdtemp(path.join(tmpdir(), 'plate-'));
  const { pixels, samples } = values.preview ? PREVIEW : FULL;
  const png = path.join(folder, 'plate.png');
  const script = path.join(import.meta.dirname, 'plates', 'render.py');
  const { status, stdout, stderr } = spawnSync(
    process.env['BLENDER'] ?? 'blender',
    ['-b', '-P', script, '--', slug, String(pixels), String(samples), weights(), png],
    { encoding: 'utf8', env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } },
  );
  // Blender ends with 0 where its script failed.
  if (status !== 0 || !existsSync(png))
    throw new Error(`Blender rendered no ${slug}:\n${stdout ?? ''}${stderr ?? ''}`);
  for (const width of RENDERED_WIDTHS)
    if (width <= pixels) await writePicture(png, { slug, width });
  await rm(folder, { recursive: true });
}

async function writePicture(
  png: string,
  { slug, width }: { slug: string; width: RenderedWidth },
): Promise<void> {
  const limit = RENDERED_LIMITS[width];
  for (const quality of QUALITIES) {
    const picture = await sharp(png).resize({ width }).webp({ quality, effort: 6 }).toBuffer();
    if (picture.length > limit) continue;
    await writeFile(pictureFile(slug, width), picture);
    return;
  }
  throw new Error(`${slug} at ${width} px weighs more than ${limit} bytes`);
}

function pictureFile(slug: string, width: number): string {
  return path.join(values.out, `${slug}-${width}.webp`);
}

function weights(): string {
  const file = process.env['PLATE_WEIGHTS'];
  if (!file)
    throw new Error('PLATE_WEIGHTS is not set: tools/plates/README.md says where they are');
  return path.resolve(file);
}

/** Tells the site which meals of the sample menu have pictures. */
async function writeList(): Promise<void> {
  const isThere = (slug: string) =>
    RENDERED_WIDTHS.every((width) =>
      existsSync(path.join(RENDERED_FOLDER, `${slug}-${width}.webp`)),
    );
  const keys = sampleMenu.filter(({ slug }) => isThere(slug)).map(renderedKey);
  const file = path.join(import.meta.dirname, '..', 'areas/menu/rules/rendered-plates.json');
  await writeFile(file, `${JSON.stringify(keys, null, 2)}\n`);
}

/** Each picture beside its drawing; meals without a picture leave their place empty. */
async function writeSheet(): Promise<void> {
  const cells = sampleMenu.map(async (meal, index) => {
    const left = (index % PAIRS) * 2 * CELL;
    const top = Math.floor(index / PAIRS) * CELL;
    const drawing = await sharp(Buffer.from(drawPlate(meal)))
      .resize(CELL, CELL)
      .png()
      .toBuffer();
    const file = pictureFile(meal.slug, CELL);
    return [
      ...(existsSync(file) ? [{ input: file, left, top }] : []),
      { input: drawing, left: left + CELL, top },
    ];
  });
  const rows = Math.ceil(sampleMenu.length / PAIRS);
  await sharp({
    create: { width: PAIRS * 2 * CELL, height: rows * CELL, channels: 3, background: '#fff' },
  })
    .composite((await Promise.all(cells)).flat())
    .png()
    .toFile(path.join(values.out, 'sheet.png'));
}
