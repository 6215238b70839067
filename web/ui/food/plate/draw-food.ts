/** The food on a plate as SVG markup: drawn by the server, and loaded as a script only for new plates. */
import type { Layer } from './layer.ts';
import { plateLayers } from './plate-layers.ts';
import { type PlateWords, plateRecipe } from './plate-recipe.ts';

/**
 * Always the same for the same words. Words only choose among fixed shapes and colours; they never get into the markup.
 */
export function drawFood(words: PlateWords): string {
  return plateLayers(plateRecipe(words), words.name).map(drawLayer).join('');
}

function drawLayer({ d, fill, stroke, width, opacity, dashes }: Layer): string {
  const attributes = {
    fill,
    stroke,
    'stroke-width': width,
    opacity,
    'stroke-dasharray': dashes,
    'stroke-linecap': dashes && 'butt',
  };
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return `<path d="${d}"${given.map(([name, value]) => ` ${name}="${value}"`).join('')}/>`;
}
