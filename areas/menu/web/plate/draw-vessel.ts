/** The empty plate or bowl, seen from above. */
import type { Vessel } from '#areas/menu/web/plate-recipe.ts';

type Glaze = { rim: string; lit: string; well: string; edge: string };

const CREAM: Glaze = { rim: '#f8efdc', lit: '#fffdf8', well: '#f3e7d0', edge: '#cdb88e' };
const STONEWARE: Glaze = { rim: '#7f9d93', lit: '#a9c2b8', well: '#8ca99e', edge: '#4f7166' };

/** How far the food may reach. */
export const WELL: Record<Vessel, number> = {
  'dinner plate': 74,
  'shallow bowl': 75,
  'deep bowl': 77,
};

export function drawVessel(vessel: Vessel, mealType: string): string {
  const { rim, lit, well, edge } = mealType === 'dinner' ? STONEWARE : CREAM;
  const inner = vessel === 'dinner plate' ? 78 : vessel === 'shallow bowl' ? 80 : 83;
  const depth = vessel === 'dinner plate' ? 0.16 : vessel === 'shallow bowl' ? 0.3 : 0.5;
  return (
    `<defs><linearGradient id="rim" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${lit}"/><stop offset=".55" stop-color="${rim}"/><stop offset="1" stop-color="${edge}"/></linearGradient>` +
    `<radialGradient id="well" cx=".56" cy=".6" r=".62"><stop offset=".55" stop-color="${well}"/><stop offset="1" stop-color="#2b1d0c" stop-opacity="${depth}"/></radialGradient></defs>` +
    `<ellipse cx="103" cy="107" rx="94" ry="91" fill="#3a2a10" opacity=".16"/><ellipse cx="101" cy="103" rx="94" ry="93" fill="#3a2a10" opacity=".14"/>` +
    `<circle cx="100" cy="100" r="94" fill="url(#rim)" stroke="${edge}" stroke-width="1"/>` +
    `<circle cx="100" cy="100" r="91.4" fill="none" stroke="${lit}" stroke-width="1.2" opacity=".7"/>` +
    `<circle cx="100" cy="100" r="${inner}" fill="${well}"/><circle cx="100" cy="100" r="${inner}" fill="url(#well)" stroke="${edge}" stroke-width=".8" stroke-opacity=".7"/>` +
    `<path d="M22 68A84 84 0 0 1 88 17" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" opacity=".55"/>`
  );
}
