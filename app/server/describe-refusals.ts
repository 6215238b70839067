/** In openapi.json: what each call may refuse with. */
import { z } from 'zod';
import { declaredRefusals } from '#app/server/areas.ts';
import type { Refusal, RefusalCode } from '#platform/calls/refusals.ts';

export const COMPONENT = '#/components/schemas/';

/** One response for each status that the call may refuse with, with its codes. */
export function withRefusals(
  response: unknown,
  codes: readonly RefusalCode[] | undefined,
): Record<string, unknown> {
  const { '4xx': refused, '5xx': failed, ...own } = response as Record<string, unknown>;
  if (codes === undefined) return { ...own, '4xx': refused, '5xx': failed };
  const statuses = [...new Set(codes.map(statusOf))].toSorted((a, b) => a - b);
  const refusals = statuses.map((status) => {
    const ofStatus = codes.filter((code) => statusOf(code) === status).toSorted();
    return [status, describeStatus(ofStatus)] as const;
  });
  return { ...own, ...Object.fromEntries(refusals) };
}

function statusOf(code: RefusalCode): number {
  return declared(code).status;
}

function declared(code: RefusalCode): Refusal {
  const refusal = declaredRefusals[code];
  if (!refusal) throw new Error(`No area declares the refusal ${code}`);
  return refusal;
}

function describeStatus(codes: readonly RefusalCode[]) {
  const schemas = codes.map((code) => ({ $ref: `${COMPONENT}${schemaNameOf(code)}` }));
  const [first] = schemas;
  return {
    description: `Refused: ${codes.join(', ')}.`,
    ...(schemas.length === 1 ? first : { anyOf: schemas }),
  };
}

function schemaNameOf(code: string): string {
  return `${code
    .split(/[_-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Refusal`;
}

/** One schema for each code, by which clients can tell what else a reply has. */
export function describeRefusals() {
  return Object.fromEntries(
    Object.entries<Refusal>(declaredRefusals).map(([code, { means, remedy, details }]) => {
      const reply = z.looseObject({
        message: z.string(),
        code: z.literal(code),
        ...details.shape,
      });
      const { $schema: _, ...schema } = z.toJSONSchema(reply, { io: 'output' });
      return [schemaNameOf(code), { ...schema, description: `${means} ${remedy}` }];
    }),
  );
}
