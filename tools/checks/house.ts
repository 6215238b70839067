/**
 * Who may import whom: an area only lower floors of house.json, a tier only the tiers below it, types and `import()`
 * included. Prints what breaks this, circles of areas, and the counts of the house, which have a limit each.
 */
import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';

type Area = { name: string; floor: number; owns: string };
type Import = { from: string; to: string; line: number };
export type House = {
  imports: Import[];
  files: string[];
  floors: ReadonlyMap<string, number>;
  /** Counts all files that are no tests, without quality/. */
  lines: number;
};

const SOURCES = '{areas,platform,app,sandbox,quality,tools}/**/*.{ts,tsx,mjs}';
/** `import … from`, `export … from`, `import '…'`, `import('…')`, of types too. */
const IMPORT =
  /^(?:import|export)\b[^;'"`]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*[,)]/gm;
/** Tests, and what they stand on. */
const OF_TESTS =
  /\.(test|bench|e2e|scenario)\.tsx?$|\/testing\/|\/(test-[\w-]+|[\w-]+-under-test)\.tsx?$/;
const PLACE =
  /^(?:areas\/([\w-]+)|(platform|app))\/(rules|calls|server|web)\/(?:(site|portal|day|tables|db\/tables)\/)?/;

const TIERS: Record<string, readonly string[]> = {
  rules: ['rules'],
  calls: ['rules', 'calls'],
  server: ['rules', 'calls', 'server'],
  web: ['rules', 'calls', 'web'],
};
const PACKAGES: Record<string, RegExp> = {
  rules: /^$/,
  calls: /^zod$/,
  server: /./,
  web: /^(?!node:)/,
};
const SCREENS = ['site', 'portal', 'day'];
const BUILT_IN = new Set(builtinModules);

/** What stands beside the house, and which folders it may import besides itself. */
const BESIDE: Record<string, RegExp> = {
  sandbox: /^$/,
  'quality/support': /\/(rules|calls|server)\//,
  'quality/fuzz': /\/(rules|calls|server)\/|^quality\/support\//,
  'quality/food': /\/(rules|calls|server)\/|^quality\/support\//,
  'quality/bench': /\/(rules|calls|server)\/|^quality\/support\//,
  'quality/chaos': /\/(rules|calls|server)\/|^quality\/support\//,
  'quality/e2e':
    /\/(rules|calls|server)\/|^quality\/(support|chaos)\/|^app\/web\/pages\.ts$|\/paths\.ts$|^tools\//,
  'tools/setup': /^$/,
  'tools/checks': /^tools\/(?!operator)/,
  'tools/operator': /\/(rules|calls|server)\//,
  tools:
    /\/(rules|calls|server)\/|^quality\/(support|fuzz|e2e)\/|^tools\/|^areas\/menu\/web\/plate/,
};

/** @param root the folder of the project; @throws when house.json is missing */
export function readHouse(root: string): House {
  const areas: Area[] = JSON.parse(readFileSync(path.join(root, 'house.json'), 'utf8'));
  const files = globSync(SOURCES, { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .toSorted();
  return {
    files,
    floors: new Map(areas.map(({ name, floor }) => [name, floor])),
    imports: files.flatMap((from) => readImports(root, from)),
    lines: files
      .filter((file) => /^(?!quality\/).*\.tsx?$/.test(file) && !OF_TESTS.test(file))
      .reduce(
        (sum, file) => sum + readFileSync(path.join(root, file), 'utf8').split('\n').length - 1,
        0,
      ),
  };
}

function readImports(root: string, from: string): Import[] {
  // Line for line the same, without the comments of several lines.
  const source = readFileSync(path.join(root, from), 'utf8').replaceAll(
    /^ *\/\*[\s\S]*?\*\//gm,
    (comment) => comment.replaceAll(/[^\n]/g, ''),
  );
  return [...source.matchAll(IMPORT)].map((match) => ({
    from,
    to: resolve(from, match[1] ?? match[2] ?? match[3] ?? ''),
    line: source.slice(0, match.index).split('\n').length,
  }));
}

/** A path from the project's folder, or the name of a package. */
function resolve(from: string, source: string): string {
  const [bare = ''] = source.split('?');
  if (bare.startsWith('#')) return bare.slice(1);
  return bare.startsWith('.') ? path.posix.join(path.posix.dirname(from), bare) : bare;
}

/** One line per import that is not allowed: `areas/menu/rules/a.ts:3 may not import zod: …`. */
export function findForbiddenImports({ imports, floors }: House): string[] {
  return imports.flatMap((each) => {
    const why = OF_TESTS.test(each.from) ? null : whyForbidden(each, floors);
    return why ? [`${each.from}:${each.line} may not import ${each.to}: ${why}`] : [];
  });
}

/** Files of the house that stand in no area of house.json or in no tier. */
export function findHomeless({ files, floors }: House): string[] {
  return files.filter((file) => {
    if (!/^(areas|platform|app)\//.test(file)) return false;
    const place = placeOf(file);
    return place === null || !floors.has(place.area);
  });
}

function whyForbidden({ from, to }: Import, floors: House['floors']): string | null {
  const place = placeOf(from);
  return place ? whyForbiddenInside(place, to, floors) : whyForbiddenBeside(from, to);
}

type Place = { area: string; tier: string; part: string | undefined };

function placeOf(file: string): Place | null {
  const [, area, ground, tier, part] = PLACE.exec(file) ?? [];
  const name = area ?? ground;
  return name && tier ? { area: name, tier, part: part?.replace('db/', '') } : null;
}

function whyForbiddenInside(from: Place, to: string, floors: House['floors']): string | null {
  const { area, tier, part } = from;
  const target = placeOf(to);
  if (!target) return whyForbiddenOutside(from, to);
  if (OF_TESTS.test(to)) return 'it is for tests';
  if (!TIERS[tier]?.includes(target.tier)) return `${tier} may not use ${target.tier}`;
  if (part === 'tables' && target.tier === 'server' && target.part !== 'tables')
    return 'tables use only drizzle, rules and tables';
  if (isScreen(part) && isScreen(target.part) && part !== target.part)
    return `${part} may not use ${target.part}`;
  if (target.area === area) return null;
  const [own = 0, other = 0] = [floors.get(area), floors.get(target.area)];
  if (other < own) return null;
  return `${target.area} is ${other === own ? 'beside' : 'above'} ${area}`;
}

function whyForbiddenOutside({ tier, part }: Place, to: string): string | null {
  if (/^(sandbox|quality|tools)\//.test(to)) return 'it stands beside the house';
  if (to.startsWith('docs/') || /^[./]/.test(to)) return null;
  const name = isBuiltIn(to) ? `node:${to.replace(/^node:/, '')}` : to;
  if (!PACKAGES[tier]?.test(name)) return `${tier} may not use this package`;
  return part === 'tables' && !/^(drizzle-orm|node:crypto$)/.test(to)
    ? 'tables use only drizzle, rules and tables'
    : null;
}

function isBuiltIn(name: string): boolean {
  return name.startsWith('node:') || BUILT_IN.has(name);
}

function isScreen(part: string | undefined): boolean {
  return part !== undefined && SCREENS.includes(part);
}

function whyForbiddenBeside(from: string, to: string): string | null {
  const home = Object.keys(BESIDE).find((folder) => from.startsWith(`${folder}/`));
  const isOfProject = /^(areas|platform|app|sandbox|quality|tools)\//.test(to);
  if (!home || !isOfProject || to.startsWith(`${home}/`)) return null;
  return BESIDE[home]?.test(to) ? null : `${home} may not use it`;
}

/** Circles, each as the names that lead to each other. */
export function findCircles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  // Tarjan, https://doi.org/10.1137/0201010
  function visit(node: string): number {
    const index = order.size;
    order.set(node, index);
    lowest.set(node, index);
    open.push(node);
    for (const next of edges.get(node) ?? []) {
      const reached = order.has(next)
        ? open.includes(next)
          ? order.get(next)
          : undefined
        : visit(next);
      if (reached !== undefined) lowest.set(node, Math.min(lowest.get(node) ?? index, reached));
    }
    if (lowest.get(node) === index) {
      const circle = open.splice(open.indexOf(node));
      if (circle.length > 1) circles.push(circle.toSorted());
    }
    return lowest.get(node) ?? index;
  }
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return circles;
}

/** Which areas import which, of files that are not tests. */
export function areaGraph({ imports }: House): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [source, target] = [placeOf(from)?.area, placeOf(to)?.area];
    if (OF_TESTS.test(from) || !source || !target || source === target) continue;
    graph.set(source, (graph.get(source) ?? new Set()).add(target));
  }
  return graph;
}

/** Counts of the house as it stands. */
export function countHouse({ files, imports, lines }: House): Record<string, number> {
  const own = files.filter((file) => placeOf(file) && !OF_TESTS.test(file));
  const importers = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    if (OF_TESTS.test(from)) continue;
    importers.set(to, (importers.get(to) ?? new Set()).add(from));
  }
  return {
    files: own.length,
    folders: new Set(own.map((file) => path.posix.dirname(file))).size,
    'files with one importer': own.filter((file) => importers.get(file)?.size === 1).length,
    'lines of TypeScript': lines,
  };
}

/** More than that means that something stands apart which belongs together. */
const MOST: Readonly<Record<string, number>> = {
  files: 1450,
  folders: 150,
  'files with one importer': 450,
  'lines of TypeScript': 220_000,
};

/** One line per count that is too high: `files: 1451, at most 1450`. */
export function findExcess(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).flatMap(([what, count]) => {
    const most = MOST[what] ?? Infinity;
    return count > most ? [`${what}: ${count}, at most ${most}`] : [];
  });
}

if (import.meta.main) {
  const house = readHouse(path.resolve(import.meta.dirname, '../..'));
  const counts = countHouse(house);
  const wrong = [
    ...findForbiddenImports(house),
    ...findHomeless(house).map((file) => `${file} stands in no area and tier`),
    ...findCircles(areaGraph(house)).map((circle) => `circle: ${circle.join(', ')}`),
    ...findExcess(counts),
  ];
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) process.exitCode = 1;
  console.log(
    Object.entries(counts)
      .map(([what, count]) => `${what}: ${count}`)
      .join(', '),
  );
}
