/** Arranges a recipe on the plate, as coloured paths from bottom to top. */
import { edged, type Layer } from './layer.ts';
import { mainLayers } from './main-layers.ts';
import * as draw from './plate-paths.ts';
import type { Part, PlateRecipe, SideKind } from './plate-recipe.ts';

const MIDDLE = { x: 100, y: 100 };
const DEGREE = Math.PI / 180;

function spotAt(degrees: number, distance: number): draw.Spot {
  return {
    x: MIDDLE.x + Math.cos(degrees * DEGREE) * distance,
    y: MIDDLE.y + Math.sin(degrees * DEGREE) * distance,
  };
}

/** The base is at the lower left, vegetables above and to the right, the main part across, garnish on top. */
export function plateLayers(recipe: PlateRecipe, name: string): Layer[] {
  const random = plateRandom(name);
  const turn = random() * 50 - 25;
  const mainSpot = spotAt(20 + turn, 14);
  return [
    ...baseLayers(recipe.base, spotAt(150 + turn, 20), random),
    ...recipe.sides.flatMap((side, index) =>
      sideLayers(side, spotAt(-112 + turn + index * 68, 47), random),
    ),
    ...(recipe.sauce ? [{ d: draw.blob(random, mainSpot, 45, 38), fill: recipe.sauce }] : []),
    ...mainLayers(recipe.main, mainSpot, random),
    ...garnishLayers(recipe.garnish, mainSpot, spotAt(128 + turn, 55), random),
  ];
}

function baseLayers(
  { kind, fill, shade }: PlateRecipe['base'],
  spot: draw.Spot,
  random: draw.NextRandom,
): Layer[] {
  const bed = { d: draw.blob(random, spot, 48, 45), fill: shade };
  switch (kind) {
    case 'grains':
      return [bed, { d: draw.grains(random, spot, 44, 110), stroke: fill, width: 2.6 }];
    case 'strands':
      return [bed, { d: draw.strands(random, spot, 46, 17), stroke: fill, width: 3 }];
    case 'mash':
      return [
        { ...bed, fill },
        { d: draw.strands(random, spot, 38, 6), stroke: shade, width: 3, opacity: 0.6 },
      ];
    case 'leaves':
      return [{ d: draw.leaves(random, spot, 38, 22, 24), fill, stroke: shade, width: 0.8 }];
    case 'chunks':
      return [
        { d: draw.cubes(random, spot, 34, 9, 17), fill, stroke: shade, width: 3 },
        { d: draw.cubes(random, spot, 15, 5, 16), fill, stroke: shade, width: 3 },
      ];
    case 'beans':
      return [
        bed,
        { d: draw.dots(random, spot, 42, 60), stroke: fill, width: 7 },
        { d: draw.dots(random, spot, 42, 24), stroke: shade, width: 2, opacity: 0.5 },
      ];
  }
}

function sideLayers(
  { kind, fill, shade }: Part<SideKind>,
  spot: draw.Spot,
  random: draw.NextRandom,
): Layer[] {
  const lean = Math.atan2(spot.y - MIDDLE.y, spot.x - MIDDLE.x) + Math.PI / 2;
  switch (kind) {
    case 'eggs': {
      const d = draw.ringOfDots(random, spot, 10, 2);
      return [...edged(d, { fill, shade: '#d9cba8' }, 20, 18), { d, stroke: shade, width: 9 }];
    }
    case 'sticks':
      return edged(draw.sticks(random, spot, lean, 38, 6.5, 4), { fill, shade }, 7.5, 5);
    case 'dots':
      return edged(draw.dots(random, spot, 17, 15), { fill, shade }, 8.5, 6);
    case 'leaves':
      return [{ d: draw.leaves(random, spot, 13, 9, 21), fill, stroke: shade, width: 0.8 }];
    case 'rounds':
      return edged(draw.ringOfDots(random, spot, 10, 4), { fill, shade }, 17, 13);
    case 'halves':
      return edged(draw.ringOfDots(random, spot, 10, 4), { fill: shade, shade: fill }, 17, 9);
    case 'shreds':
      return [
        { d: draw.shreds(random, spot, 12, 12), stroke: shade, width: 3.4 },
        { d: draw.shreds(random, spot, 12, 14), stroke: fill, width: 2.8 },
      ];
    case 'chunks':
      return [{ d: draw.cubes(random, spot, 12, 5, 11), fill, stroke: shade, width: 2 }];
  }
}

function garnishLayers(
  garnish: PlateRecipe['garnish'],
  spot: draw.Spot,
  citrusSpot: draw.Spot,
  random: draw.NextRandom,
): Layer[] {
  const layers: Layer[] = [];
  if (garnish.dollop) {
    const beside = { x: spot.x - 26, y: spot.y + 20 };
    layers.push({
      d: draw.blob(random, beside, 13, 11, 7),
      fill: '#fffdf6',
      stroke: '#e8dfca',
      width: 1,
    });
  }
  if (garnish.nuts)
    layers.push({
      d: draw.cubes(random, spot, 24, 7, 4),
      fill: '#d9ac6b',
      stroke: '#a87a3d',
      width: 1,
    });
  if (garnish.seeds)
    layers.push({ d: draw.dots(random, spot, 34, 22), stroke: '#fff4d6', width: 2.4 });
  layers.push({ d: draw.leaves(random, spot, 24, 7, 11), fill: garnish.herbs });
  if (garnish.citrus) {
    const wedge = draw.wedge(citrusSpot);
    layers.push({ d: wedge.body, fill: garnish.citrus, stroke: '#fffbe8', width: 2.5 });
    layers.push({ d: wedge.segments, stroke: '#fffbe8', width: 1.4 });
  }
  return layers;
}

/** Numbers in [0, 1) that are the same for the same text, on server and browser alike (FNV-1a into mulberry32). */
function plateRandom(text: string): () => number {
  let state = 0x811c9dc5;
  for (const character of text)
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
