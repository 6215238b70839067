/** Whose the things are that a call names: asked once, before its handler. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { About, Endpoint } from '#platform/calls/endpoint.ts';
import { Id, IdInPath } from '#platform/calls/wire-values.ts';
import type { StaffRight } from '#platform/rules/roles.ts';
import type { Context } from '#platform/server/context.ts';
import { NotSignedIn } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

/** As the request names it: a row's number or its key. */
type NamedId = number | string;

type Asking = { staff: StaffMember; right: StaffRight | undefined };

/** Those of these ids that are theirs. */
type Theirs = (
  context: Context,
  by: Asking,
  ids: readonly NamedId[],
) => Promise<readonly NamedId[]>;

/** For what calls are about: the name of an id in the request -> which are theirs. In a list, `notices.id`. */
export type Whose = Partial<Record<Exclude<About, 'any' | 'token'>, Record<string, Theirs>>>;

/** Nothing has it. Handlers answer of it as of any id that they don't know, by row in calls about many. */
const UNKNOWN = { number: 0, string: '00000000-0000-0000-0000-000000000000' } as const;

/**
 * Before a handler sees a request, an unknown id stands in place of each that is not the caller's: so the two have one answer
 * without any handler knowing of it. Throws for a route about what nobody answers for.
 */
export function askWhose(app: FastifyInstance, context: Context, whose: Whose): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    const about = config?.about;
    if (about === undefined || about === 'any' || about === 'token') return;
    const names = Object.keys(whose[about] ?? {});
    if (config?.ids?.some((id) => names.some((name) => isNamed(id, name)))) return;
    throw new Error(
      `${String(method)} ${url} is about ${about}, and no area says whose its ids are.`,
    );
  });
  app.addHook('preHandler', async (request) => {
    const { about, right } = request.routeOptions.config;
    if (about === undefined || about === 'any' || about === 'token') return;
    if (!request.staff) throw new NotSignedIn();
    for (const [name, idsOfOwner] of Object.entries(whose[about] ?? {})) {
      const found = [...findIds(request, name)];
      if (found.length === 0) continue;
      const ids = [...new Set(found.map(({ id }) => id))];
      const known = new Set(await idsOfOwner(context, { staff: request.staff, right }, ids));
      for (const { id, replace } of found) if (!known.has(id)) replace();
    }
  });
}

type FoundId = { id: NamedId; replace: () => void };

function* findIds({ params, query, body }: FastifyRequest, name: string): Generator<FoundId> {
  for (const part of [params, query, body]) yield* findIn(part, '', name);
}

function* findIn(value: unknown, path: string, name: string): Generator<FoundId> {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return;
  const holder = value as Record<string, unknown>;
  for (const [key, each] of Object.entries(holder)) {
    const at = Array.isArray(value) ? path : `${path}.${key}`;
    const isId = typeof each === 'number' || typeof each === 'string';
    if (isId && isNamed(at, name))
      yield {
        id: each,
        replace: () => (holder[key] = UNKNOWN[typeof each as 'number' | 'string']),
      };
    else yield* findIn(each, at, name);
  }
}

function isNamed(path: string, name: string): boolean {
  return `.${path}`.endsWith(`.${name}`);
}

const ID_NAME = /^(ids?|keys|token)$|(Ids?|Token|Secret)$/;

/** The names of all ids that a call may send: each part of its path, and what looks like one in query and body. */
export function idsNamedBy({ params, query, body }: Endpoint): string[] {
  const inPath = params instanceof z.ZodObject ? Object.keys(params.shape) : [];
  return [...new Set([...inPath, ...idsIn(query, ''), ...idsIn(body, '')])];
}

function idsIn(schema: unknown, path: string): string[] {
  if (schema === Id || schema === IdInPath || ID_NAME.test(path.split('.').at(-1) ?? ''))
    return [path];
  const { def } = schema as z.ZodType & { def: Record<string, unknown> };
  const shape = schema instanceof z.ZodObject ? Object.entries(schema.shape) : [];
  const within = ['innerType', 'in', 'element', 'valueType'].flatMap((part) => def[part] ?? []);
  const several = [def['options'], def['items']].flatMap((each) =>
    Array.isArray(each) ? each : [],
  );
  return [
    ...shape.flatMap(([name, each]) => idsIn(each, path === '' ? name : `${path}.${name}`)),
    ...[...within, ...several].flatMap((each) => idsIn(each, path)),
  ];
}
