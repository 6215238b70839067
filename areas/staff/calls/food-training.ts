import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Id, lineOfText, PlainDateText, text } from '#platform/calls/wire-values.ts';
import { TRAINING_BASES } from '#areas/staff/rules/food-training.ts';

const TrainingLineReply = z.object({
  id: Id,
  name: z.string(),
  basis: z.enum(TRAINING_BASES),
  what: z.string(),
  doneOn: PlainDateText,
  /** The first day on which it counts no longer. */
  ends: PlainDateText.nullable(),
  by: z.string(),
});
export type TrainingLineReply = z.infer<typeof TrainingLineReply>;

export const FoodTrainingReply = z.object({
  /** The newest line of each person. */
  lines: z.array(TrainingLineReply),
  handlers: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** Those of them without a line that counts today. */
  untrained: z.array(z.string()),
});
export type FoodTrainingReply = z.infer<typeof FoodTrainingReply>;

export const addTraining = endpoint({
  method: 'POST',
  path: '/api/admin/food-training',
  right: 'cook',
  about: 'any',
  summary:
    'Add a line to the training record of someone who handles food; no line is changed or deleted',
  body: z.strictObject({
    /** Null: someone without an account, by `name`. */
    staffId: z.uuid().nullable(),
    name: lineOfText(60).default(''),
    basis: z.enum(TRAINING_BASES),
    what: text(200).min(1, 'Enter the course, or what was shown'),
    doneOn: PlainDateText,
    ends: PlainDateText.nullable().default(null),
  }),
  status: 201,
  reply: FoodTrainingReply,
});
