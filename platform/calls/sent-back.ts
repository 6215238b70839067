/** What a GET gave can be sent to the PUT beside it as it is. */
import { z } from 'zod';

type ReadOnly<W, G> = {
  [K in Exclude<keyof G, keyof W>]: z.ZodOptional<G[K] extends z.ZodType ? G[K] : never>;
};

/** `writable` with the other fields of `given`, which the server takes as long as they are as they are stored. */
export function sentBack<W extends z.core.$ZodShape, G extends z.core.$ZodShape>(
  writable: z.ZodObject<W>,
  given: z.ZodObject<G>,
): z.ZodObject<W & ReadOnly<W, G>, z.core.$strict> {
  const readOnly = Object.entries<z.core.$ZodType>(given.shape)
    .filter(([key]) => !(key in writable.shape))
    .map(([key, schema]) => [key, z.optional(schema).meta({ readOnly: true })]);
  const shape = { ...writable.shape, ...Object.fromEntries(readOnly) };
  return z.strictObject(shape) as unknown as z.ZodObject<W & ReadOnly<W, G>, z.core.$strict>;
}
