/** No component may need itself. Ours. */

/**
 * The shortest way from a component back to itself if it used `change.uses`: paste, curry sauce, paste. Null: there is
 * none. `uses` lists what each component uses.
 */
export function cycle(
  uses: ReadonlyMap<number, readonly number[]>,
  change: { componentId: number; uses: readonly number[] },
): number[] | null {
  const cameFrom = new Map<number, number>();
  let reached: number[] = [change.componentId];
  while (reached.length > 0) {
    const next: number[] = [];
    for (const from of reached) {
      const used = from === change.componentId ? change.uses : (uses.get(from) ?? []);
      for (const to of used) {
        if (to === change.componentId) return [...wayTo(from, cameFrom), to];
        if (cameFrom.has(to)) continue;
        cameFrom.set(to, from);
        next.push(to);
      }
    }
    reached = next;
  }
  return null;
}

function wayTo(last: number, cameFrom: ReadonlyMap<number, number>): number[] {
  const way = [last];
  for (let at = cameFrom.get(last); at !== undefined; at = cameFrom.get(at)) way.unshift(at);
  return way;
}
