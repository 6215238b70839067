import type { Answer } from './answer.ts';
import type { Call } from './call.ts';
import { findCharge } from './charge.ts';
import { objectAnswer } from './object-answer.ts';
import { readParameters } from './parameters.ts';
import { noSuchObject } from './stripe-errors.ts';

export function retrieveCharge(call: Call): Answer {
  readParameters(call.fields, ['expand']);
  const charge = findCharge(call.store, call.id);
  if (!charge) throw noSuchObject('charge', call.id, 'id');
  return objectAnswer(call, charge);
}
