/** Fails when a document names a file, a folder or an npm script that does not exist, and on a long README of an area. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const GENERATED = /^(node_modules|dist|data|test-results)(\/|$)|^(container\/)?\.env$/;
const FILE_NAME = /^[\w.-]+\.(ts|tsx|mjs|json|md|css|sql|sh)$/;
const DOCUMENTS = ['*.md', 'docs/**/*.md', 'areas/*/README.md', '{platform,app}/README.md'];
const BUILT_IN = ['start', 'test'];
/** Inside of areas, or of former times: at the root there are none. */
const TIERS = ['rules', 'calls', 'server', 'web', 'domain', 'contract'];

/** One line per broken reference: `README.md:12 names server/gone.ts, which does not exist`. */
export function findBrokenReferences(root: string): string[] {
  const scripts = readScripts(root);
  const documents = globSync(DOCUMENTS, { cwd: root }).toSorted();
  return documents.flatMap((document) => {
    let isCode = false;
    return readFileSync(path.join(root, document), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        if (line.trimStart().startsWith('```')) isCode = !isCode;
        const named = isCode ? [] : [...findQuoted(line), ...findLinks(line)];
        const gone = [
          ...named.filter((name) => !isThere(root, document, name)),
          ...findScripts(line).filter((command) => !scripts.has(command)),
        ];
        return gone.map((name) => `${document}:${index + 1} names ${name}, which does not exist`);
      });
  });
}

function readScripts(root: string): Set<string> {
  const manifest: { scripts?: Record<string, string> } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  const names = Object.keys(manifest.scripts ?? {});
  return new Set(
    names.map((name) => (BUILT_IN.includes(name) ? `npm ${name}` : `npm run ${name}`)),
  );
}

function findScripts(line: string): string[] {
  return [...line.matchAll(/\bnpm (?:run [\w:-]+|start|test)\b/g)].map(([command]) =>
    command.replace(/^npm run (start|test)$/, 'npm $1'),
  );
}

function findLinks(line: string): string[] {
  const targets = [...line.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
  return targets
    .filter((target) => !/^([a-z]+:|#)/i.test(target))
    .map((target) => `./${target.replace(/#.*$/, '')}`);
}

/** Text in backticks that can only be a path of this project. */
function findQuoted(line: string): string[] {
  const quoted = [...line.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
  return quoted
    .filter((text) => /^[\w.#{][\w./#*{},-]*(:\d+)?$/.test(text))
    .map((text) => text.replace(/:\d+$/, '').replace(/^#(?=\w+\/)/, ''))
    .filter((text) => FILE_NAME.test(text) || text.includes('/'));
}

function isThere(root: string, document: string, name: string): boolean {
  if (GENERATED.test(name)) return true;
  const beside = path.join(root, path.dirname(document));
  if (name.startsWith('./')) return existsSync(path.join(beside, name));
  if (FILE_NAME.test(name)) return isSomewhere(root, name);
  if ([root, beside].some((cwd) => globSync(name, { cwd }).length > 0)) return true;
  const [first = ''] = name.split('/');
  // Not a path of ours: a media type, a date, a package, a choice like cooked/packed.
  const isOther = !TIERS.includes(first) && !existsSync(path.join(root, first));
  return isOther && !/\.(ts|tsx|mjs|md)$/.test(name);
}

function isSomewhere(root: string, fileName: string): boolean {
  const exclude = (name: string) => GENERATED.test(name) || name === '.git';
  return globSync([fileName, `**/${fileName}`], { cwd: root, exclude }).length > 0;
}

const LONGEST_README = 60;

/** An area is held in the head: one line per README that is longer. */
export function findLongReadmes(root: string): string[] {
  return globSync('areas/*/README.md', { cwd: root }).flatMap((readme) => {
    const lines = readFileSync(path.join(root, readme), 'utf8').trimEnd().split('\n').length;
    return lines > LONGEST_README
      ? [`${readme} has ${lines} lines, at most ${LONGEST_README}`]
      : [];
  });
}

if (import.meta.main) {
  const root = path.dirname(path.dirname(import.meta.dirname));
  const broken = [...findBrokenReferences(root), ...findLongReadmes(root)];
  for (const line of broken) console.error(line);
  if (broken.length > 0) process.exitCode = 1;
  else console.log('Every path and script named in the documents exists.');
}
