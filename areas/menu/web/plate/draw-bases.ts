import {
  type PlateArea,
  blob,
  heap,
  row,
  line,
  path,
  between,
  fine,
  type Piece,
  type Sheet,
  sized,
} from './sheet.ts';
import * as grains from '#areas/menu/web/grains.ts';
import * as leaves from '#areas/menu/web/leaves.ts';
import * as pulses from '#areas/menu/web/grains.ts';
import type { BaseKind } from '#areas/menu/web/read-plate.ts';

type Colours = readonly [light: string, body: string, dark: string];

/** A soft mound or pool, lit from the upper left. */
export function pool(sheet: Sheet, within: PlateArea, [light, body, dark]: Colours, edge = 1) {
  const id = `pool-${body.slice(1)}-${dark.slice(1)}`;
  sheet.add(
    `<radialGradient id="${id}" cx=".38" cy=".34" r=".72"><stop offset="0" stop-color="${light}"/><stop offset=".6" stop-color="${body}"/><stop offset="1" stop-color="${dark}"/></radialGradient>`,
  );
  sheet.add(
    path(blob(sheet.random, within), `fill="url(#${id})" stroke="${dark}" stroke-width="${edge}"`),
  );
}

const mound = (piece: Piece, colours: Colours) => (sheet: Sheet, within: PlateArea) => {
  pool(sheet, within, colours);
  const size = (within.rx * within.ry) / 125;
  heap(sheet, piece, { ...within, rx: within.rx - 14, ry: within.ry - 14 }, Math.max(9, size));
};

/** Long strands that lie in loops, each over the one before. */
const loops =
  (strand: { width: number; count: number }, ground: Colours, [light, body, dark]: Colours) =>
  (sheet: Sheet, within: PlateArea) => {
    pool(sheet, { ...within, rx: within.rx - 3, ry: within.ry - 3 }, ground);
    const { random } = sheet;
    for (let index = 0; index < strand.count; index += 1) {
      const reach = between(random, 0.25, 0.72) * within.rx;
      const off = Math.max(0, within.rx - reach - strand.width) * Math.sqrt(random());
      const angle = random() * Math.PI * 2;
      const [x, y] = [within.x + Math.cos(angle) * off, within.y + Math.sin(angle) * off];
      const from = random() * Math.PI * 2;
      const sweep = between(random, 1.6, 3.1);
      const at = (turn: number) =>
        `${fine(x + Math.cos(turn) * reach)} ${fine(y + Math.sin(turn) * reach)}`;
      const d = `M${at(from)}A${fine(reach)} ${fine(reach)} 0 0 1 ${at(from + sweep)}`;
      sheet.add(
        line(d, dark, strand.width + 1) + line(d, index % 3 === 0 ? light : body, strand.width),
      );
    }
  };

/** Smooth, with the furrows that a spoon leaves. */
const mash = (colours: Colours) => (sheet: Sheet, within: PlateArea) => {
  pool(sheet, within, colours, 1.4);
  const { x, y, rx, ry } = within;
  for (const reach of [0.82, 0.58, 0.34]) {
    const [a, b] = [rx * reach, ry * reach];
    const turn = between(sheet.random, -0.3, 0.3);
    const from = `${fine(x - a * Math.cos(turn))} ${fine(y - b * Math.sin(turn) + 2)}`;
    const swirl = `M${from}A${fine(a)} ${fine(b)} 0 0 1 ${fine(x + a * 0.8)} ${fine(y - b * 0.55)}`;
    sheet.add(line(swirl, colours[2], 4.4, 0.4));
    sheet.add(`<g transform="translate(-1 -2)">${line(swirl, colours[0], 2.6, 0.95)}</g>`);
    const low = `M${fine(x + a)} ${fine(y + b * 0.1)}A${fine(a)} ${fine(b)} 0 0 1 ${fine(x - a * 0.5)} ${fine(y + b * 0.85)}`;
    sheet.add(line(low, colours[2], 3.4, 0.35));
    sheet.add(`<g transform="translate(-1 -1.6)">${line(low, colours[0], 1.8, 0.7)}</g>`);
  }
};

const chopped = (sheet: Sheet, within: PlateArea, colours: readonly string[]) => {
  for (const colour of colours) {
    const spots = Array.from({ length: 34 }, () => {
      const angle = sheet.random() * Math.PI * 2;
      const reach = Math.sqrt(sheet.random()) * 0.94;
      return `M${fine(within.x + Math.cos(angle) * within.rx * reach)} ${fine(within.y + Math.sin(angle) * within.ry * reach)}l${fine(between(sheet.random, -1.6, 1.6))} ${fine(between(sheet.random, -1.6, 1.6))}`;
    }).join('');
    sheet.add(line(spots, colour, 3));
  }
};

/** A sauce with bits in it. */
export const chunkySauce =
  (colours: Colours, bits: readonly string[]) => (sheet: Sheet, within: PlateArea) => {
    pool(sheet, within, colours);
    chopped(sheet, within, bits);
  };

function broth(colours: Colours, beads: string) {
  return (sheet: Sheet, within: PlateArea) => {
    pool(sheet, within, colours, 0.6);
    const rings = Array.from({ length: 26 }, () => {
      const angle = sheet.random() * Math.PI * 2;
      const reach = Math.sqrt(sheet.random()) * within.rx * 0.92;
      const r = between(sheet.random, 0.9, 2.8);
      return `<circle cx="${fine(within.x + Math.cos(angle) * reach)}" cy="${fine(within.y + Math.sin(angle) * reach)}" r="${fine(r)}"/>`;
    }).join('');
    sheet.add(
      `<g fill="${beads}" fill-opacity=".5" stroke="#fff" stroke-opacity=".5" stroke-width=".5">${rings}</g>`,
    );
    const { x, y, rx } = within;
    sheet.add(
      line(
        `M${x - rx * 0.86} ${y - rx * 0.22}A${fine(rx * 0.9)} ${fine(rx * 0.9)} 0 0 1 ${x - rx * 0.2} ${y - rx * 0.86}`,
        '#ffffff',
        2.4,
        0.6,
      ),
    );
  };
}

const leafBed = (pieces: readonly Piece[], count: number) => (sheet: Sheet, within: PlateArea) =>
  heap(sheet, pieces, { ...within, rx: within.rx - 15, ry: within.ry - 15 }, count);

const TOMATO: Colours = ['#e86443', '#c63c22', '#84200f'];

export const DRAW_BASE: Record<BaseKind, (sheet: Sheet, within: PlateArea) => void> = {
  'clear-broth': broth(['#f9e9ae', '#ecd07e', '#c39a44'], '#fff3c4'),
  'lentil-broth': broth(['#fbd98a', '#eeb248', '#bd7c20'], '#fff0cf'),
  sugo: chunkySauce(TOMATO, ['#e8573a', '#a82a14', '#f08a66']),
  ragu: chunkySauce(['#7d452a', '#5a2c18', '#32150a'], ['#8f5a36', '#3c1c0e', '#a8683c']),
  vermicelli: loops(
    { width: 1.7, count: 100 },
    ['#f4ead2', '#e3d6b6', '#bfae86'],
    ['#ffffff', '#f9f4e8', '#cfc2a2'],
  ),
  'glass-noodles': loops(
    { width: 2, count: 84 },
    ['#e9ebd6', '#d0d4b6', '#a6ad86'],
    ['#ffffff', '#eceee0', '#b0b39a'],
  ),
  soba: loops(
    { width: 2.5, count: 72 },
    ['#9c7a5b', '#7f6045', '#54402c'],
    ['#c8a888', '#a58463', '#644b35'],
  ),
  linguine: loops(
    { width: 2.9, count: 78 },
    ['#f0d084', '#d9b05a', '#a0762c'],
    ['#fdeebf', '#f3d88f', '#b98d38'],
  ),
  pappardelle: loops(
    { width: 7.6, count: 34 },
    ['#e6bd6c', '#c9973f', '#8f6420'],
    ['#fbe4a6', '#f0ca78', '#a8762a'],
  ),
  penne: (sheet, within) => {
    pool(sheet, { ...within, rx: within.rx - 8, ry: within.ry - 8 }, TOMATO);
    heap(sheet, grains.penne, { ...within, rx: within.rx - 13, ry: within.ry - 13 }, 52);
  },
  polenta: mash(['#fff0a0', '#f7d04c', '#c9951f']),
  'sweet-potato-mash': mash(['#ffc27a', '#f0913a', '#b85f18']),
  'pumpkin-mash': mash(['#ffd68a', '#f3ab45', '#b9741c']),
  'potato-mash': mash(['#fffdf2', '#f8ecc8', '#cdb47c']),
  tabouli: (sheet, within) => {
    mound(grains.tabouli, ['#b58f4c', '#8f7036', '#5c451c'])(sheet, within);
    heap(
      sheet,
      sized(leaves.parsleyLeaf, 0.55),
      { ...within, rx: within.rx - 6, ry: within.ry - 6 },
      34,
    );
  },
  couscous: mound(grains.couscous, ['#f3d98f', '#dfb555', '#a97f2a']),
  quinoa: mound(grains.quinoa, ['#f0dfb8', '#d6b983', '#9c7d48']),
  dal: (sheet, within) => {
    chunkySauce(['#f3c65c', '#dc9a2c', '#a0640f'], ['#f6d27a', '#c9821c', '#e8ae44'])(
      sheet,
      within,
    );
    heap(
      sheet,
      sized(leaves.wiltedSpinach, 0.62),
      { ...within, rx: within.rx - 8, ry: within.ry - 8 },
      24,
    );
  },
  leaves: leafBed([leaves.cosLeaf], 21),
  'brown-rice': mound(grains.brownRice, ['#d9b27c', '#b98c56', '#7f5a30']),
  'white-rice': mound(grains.whiteRice, ['#fffdf6', '#efe6d2', '#c3b392']),
  lentils: mound(grains.lentils, ['#7a6a3e', '#554626', '#2f2612']),
  'white-beans': (sheet, within) => {
    pool(sheet, within, ['#f4e2b8', '#d9bd84', '#a3824a']);
    heap(sheet, leaves.silverbeet, { ...within, rx: within.rx - 12, ry: within.ry - 12 }, 7);
    heap(sheet, pulses.whiteBean, { ...within, rx: within.rx - 5, ry: within.ry - 5 }, 62);
  },
  'sweet-potatoes': (sheet, { x, y }) => {
    row(sheet, pulses.sweetPotatoWedge, { x, y }, { lean: 80, gap: 16, count: 5 });
  },
  potatoes: (sheet, within) =>
    heap(sheet, pulses.roastPotato, { ...within, rx: within.rx - 12, ry: within.ry - 12 }, 13),
};
