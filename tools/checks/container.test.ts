/** Test runs cannot build the container files; whatever can be checked without building is checked here. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { SOURCES } from '../setup/build-web.mjs';
import { MEMORY_VARIABLES } from '../../platform/server/memory-variables.mjs';

const root = path.dirname(path.dirname(import.meta.dirname));
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const known = new Set(
  [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name),
);

type Instruction = { word: string; rest: string };

/** Comments removed, continued lines joined. */
function instructionsOf(file: string): Instruction[] {
  const lines = read(file)
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [word = '', ...rest] = line.split(/\s+/);
      return { word, rest: rest.join(' ') };
    });
}

const all = instructionsOf('container/Containerfile');
const last = all.slice(all.findLastIndex(({ word }) => word === 'FROM'));
const restOf = (list: Instruction[], word: string) =>
  list.filter((each) => each.word === word).map(({ rest }) => rest);
const isPinned = (image: string) => /^[\w./-]+:\d+\.\d+(\.\d+)?[\w.-]*$/.test(image);

test('every instruction is a known container file instruction', () => {
  const words = 'FROM WORKDIR COPY RUN ENV USER VOLUME EXPOSE STOPSIGNAL HEALTHCHECK CMD'.split(
    ' ',
  );
  for (const { word } of all) expect(words).toContain(word);
});

test('it is built in stages, on images of one exact version, the one in package.json', () => {
  const images = restOf(all, 'FROM').map((rest) => rest.split(' ')[0] ?? '');
  expect(images.length).toBeGreaterThan(1);
  const { dependencies } = JSON.parse(read('package.json')) as {
    dependencies: Record<string, string>;
  };
  for (const image of images) {
    expect(isPinned(image), image).toBe(true);
    expect(image).toContain(`node:${dependencies['node']}-`);
  }
});

test('the image runs as a user other than root, reports its health, and starts the app', () => {
  expect(restOf(last, 'USER')).toEqual(['node']);
  const afterUser = last.slice(last.findIndex(({ word }) => word === 'USER'));
  expect(afterUser.map(({ word }) => word)).not.toContain('RUN');
  expect(restOf(last, 'HEALTHCHECK').join()).toContain('/livez');
  const [command = '[]'] = restOf(last, 'CMD');
  expect(JSON.parse(command)).toEqual(['node', 'app/server/main.ts']);
  const [check = ''] = restOf(last, 'HEALTHCHECK');
  const program = JSON.parse(check.slice(check.indexOf('['))) as string[];
  expect(() => new Script(program[2] ?? '(')).not.toThrow();
});

test('everything copied from the project exists and is not ignored; the image contains only what the app needs to run', () => {
  const ignored = read('.dockerignore');
  const copied = restOf(all, 'COPY').filter((rest) => !rest.startsWith('--from='));
  for (const source of copied.flatMap((rest) => rest.split(' ').slice(0, -1))) {
    expect(existsSync(path.join(root, source)), source).toBe(true);
    if (source !== '.') expect(ignored).toContain(`\n!${source}\n`);
  }
  const own = restOf(last, 'COPY').filter((rest) => !rest.startsWith('--from='));
  expect(own.flatMap((rest) => rest.split(' ').slice(0, -1)).toSorted()).toEqual(
    ['app', 'areas', 'package.json', 'platform', 'sandbox', 'tools'].toSorted(),
  );
  expect(ignored).toContain('**/*.test.ts');
  const letIn = [...ignored.matchAll(/^!(.+)$/gm)].map(([, name]) => name);
  expect(letIn).toEqual(expect.arrayContaining(SOURCES));
});

test('only variables known to the app are set, and no secret is written down', () => {
  const inImage = restOf(last, 'ENV').flatMap((rest) => rest.match(/[A-Z_]+(?==)/g) ?? []);
  const compose = read('container/compose.yaml');
  const block = /environment: &environment\n((?: {4}.*\n)+)/.exec(compose)?.[1] ?? '';
  const inCompose = [...block.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name ?? '');
  expect(inCompose.length).toBeGreaterThan(2);
  const forLibc = Object.entries(MEMORY_VARIABLES).map(([name, value]) => `${name}=${value}`);
  for (const variable of forLibc) expect(read('container/Containerfile')).toContain(variable);
  const own = [...inImage, ...inCompose].filter((name) => !(name in MEMORY_VARIABLES));
  for (const name of own) expect([...known]).toContain(name);
  expect(compose).not.toMatch(/password: *["']?\w/i);
  expect(compose.match(/PASSWORD: (?!\$\{)/g)).toBeNull();
});

test('the compose file pins its images, checks the database and keeps data in volumes', () => {
  const compose = read('container/compose.yaml');
  expect(compose).not.toContain('\t');
  const images = [...compose.matchAll(/^ +image: (.+)$/gm)].map(([, image]) => image ?? '');
  expect(images).toHaveLength(4);
  for (const image of images) expect(isPinned(image), image).toBe(true);
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(images).toContain(`mealrun:${version}`);
  expect(compose).toContain('pg_isready');
  // Since version 18 the image keeps its data one level up.
  expect(compose).toContain('database:/var/lib/postgresql\n');
  expect(compose).toContain('data:/data\n');
  expect(compose).toContain('certificates:/data\n');
});

test('only the proxy is reached from other machines, by web and secure web', () => {
  const services = read('container/compose.yaml').split(/^(?= {2}[\w-]+:$)/m);
  const published = services.flatMap((service) =>
    [...service.matchAll(/- ['"]([\d.:]+(?:\/udp)?)['"]$/gm)].map(
      ([, port = '']) => `${/^ {2}([\w-]+):/.exec(service)?.[1]} ${port}`,
    ),
  );
  expect(published).toEqual([
    'app-1 127.0.0.1:3000:3000',
    'balancer 127.0.0.1:8080:80',
    'proxy 80:80',
    'proxy 443:443',
    'proxy 443:443/udp',
  ]);
});

test('Caddy serves one site, hands all of it on, and logs neither addresses nor headers', () => {
  const caddy = read('container/Caddyfile');
  expect([...caddy.matchAll(/^(\S.*) \{$/gm)].map(([, site]) => site)).toEqual(['{$SITE}']);
  expect(caddy).toMatch(/^\treverse_proxy \{\$UPSTREAM:app-1:3000\}$/m);
  const [, logged = ''] = /^\tlog \{\n([\s\S]+?)^\t\}$/m.exec(caddy) ?? [];
  expect(logged).toMatch(/request>uri delete\n\s+request>headers delete/);
  expect(caddy.match(/\blog\b/g)).toHaveLength(1);
  expect(caddy.split('{').length).toBe(caddy.split('}').length);
});

test('nginx logs the id that it hands on, and no address', () => {
  const nginx = read('container/nginx.conf');
  const [, format = ''] = /log_format (?:.*\n?)*?((?:.*'.*'\n?)+);/.exec(nginx) ?? [];
  expect(format).toContain('"requestId":"$request_id"');
  expect(format).not.toMatch(/\$(request|request_uri|uri|args|http_referer)\b/);
  expect(nginx).toMatch(/^ +access_log \S+ mealrun;$/m);
  expect(nginx).toMatch(/^ +proxy_set_header X-Request-Id \$request_id;$/m);
});

test('nginx knows both processes by their names', () => {
  const compose = read('container/compose.yaml');
  const named = [...read('container/nginx.conf').matchAll(/server (\S+):3000/g)].map(([, n]) => n);
  expect(named).toEqual(['app-1', 'app-2']);
  for (const name of named) expect(compose).toContain(`\n  ${name}:\n`);
});
