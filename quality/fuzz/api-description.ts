/** The parts of the app's own OpenAPI file that the fuzzer needs. */
import type { JsonSchema } from './json-schema.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const;

type Content = Record<string, { schema: JsonSchema }>;
type Parameter = { in: 'path' | 'query'; name: string; required?: boolean; schema: JsonSchema };
type DescribedCall = {
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

/** One method of one path. */
export type Operation = {
  method: string;
  /** With `{name}` for each path parameter. */
  path: string;
  parameters: Parameter[];
  /** Null: it accepts no JSON. */
  body: JsonSchema | null;
  /** By status, `200` or `4XX`; the content by media type is empty where no body is described. */
  responses: Record<string, Content>;
};

export type ApiDescription = {
  paths: Record<string, Record<string, DescribedCall>>;
  components?: { schemas: Record<string, JsonSchema> };
};

export async function readOperations(url: string): Promise<Operation[]> {
  const reply = await fetch(`${url}/api/openapi.json`);
  return operationsOf((await reply.json()) as ApiDescription);
}

export function operationsOf({ paths: described, components }: ApiDescription): Operation[] {
  const paths = withoutReferences(described, components?.schemas ?? {});
  return Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, call]) => ({
      method: method.toUpperCase(),
      path,
      parameters: call.parameters ?? [],
      body: call.requestBody?.content['application/json']?.schema ?? null,
      responses: Object.fromEntries(
        Object.entries(call.responses).map(([status, { content }]) => [status, content ?? {}]),
      ),
    })),
  );
}

/** Shared schemas in the places that name them. None contains itself: that would never end. */
function withoutReferences<T>(described: T, schemas: Record<string, JsonSchema>): T {
  const text = JSON.stringify(described, (_key, value: unknown) => {
    const { $ref } = (value ?? {}) as { $ref?: unknown };
    return typeof $ref === 'string' ? schemas[$ref.replace('#/components/schemas/', '')] : value;
  });
  return JSON.parse(text) as T;
}
