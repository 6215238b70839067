/** Large enough for gloves. */
const BUTTON = 'min-h-16 rounded-xl px-3 text-lg font-bold';
export const SIDE = `${BUTTON} border-2 border-control bg-surface disabled:opacity-55`;
export const MAIN = `${BUTTON} bg-primary text-on-primary`;
