/** Why a change was not made, as screens need to know it. */
import type { z } from 'zod';
import type { ErrorReply } from '#platform/calls/endpoint.ts';
import type { DeclaredRefusals, RefusalCode } from '#platform/calls/refusals.ts';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { isSignedOut } from '#platform/web/api/session.ts';
import { createContext, useContext } from 'react';

export type Failure =
  /** What was sent is wrong, field by field. */
  | { is: 'fields'; message: string; fields: FieldErrors }
  /** The server does not do it. Some refusals say more: `details`. */
  | { is: 'refused'; message: string; code: string; details: Record<string, unknown> }
  /** Nothing was heard of the server. */
  | { is: 'offline'; message: string }
  /** Our mistake. */
  | { is: 'ours'; message: string };

/** Not done in this browser, without asking the server. Its message is for the person. */
export class NotDone extends Error {}

/** What a refusal says more; null for every other failure. The server has checked its shape. */
export function detailsOf<Code extends RefusalCode>(
  failure: Failure | null,
  code: Code,
): z.output<DeclaredRefusals[Code]['details']> | null {
  if (failure?.is !== 'refused' || failure.code !== code) return null;
  return failure.details as z.output<DeclaredRefusals[Code]['details']>;
}

/** A refusal with its details, if its code is one of these; for calls that do not declare theirs. */
export function conflictIn<Reply extends ErrorReply>(
  failure: Failure | null,
  codes: readonly Reply['code'][],
): Reply | null {
  if (failure?.is !== 'refused' || !codes.includes(failure.code)) return null;
  const { code, message, details } = failure;
  return { code, message, ...details } as unknown as Reply;
}

/** The messages by field; empty for every other failure. */
export function problemsIn(failure: Failure | null): FieldErrors {
  return failure?.is === 'fields' ? failure.fields : {};
}

/** Null: nothing to say. Someone closed the password dialog, or is signed out, which the portal says itself. */
export function failureOf(error: unknown): Failure | null {
  if (error === null || error instanceof NotConfirmed || isSignedOut(error)) return null;
  const message = describeFailure(error);
  if (error instanceof NotDone)
    return { is: 'refused', message: error.message, code: 'not_done', details: {} };
  if (!(error instanceof ApiError)) return { is: 'offline', message };
  if (!error.reply || error.status >= 500) return { is: 'ours', message };
  const { message: _said, code, fields, ...details } = error.reply;
  if (fields) return { is: 'fields', message, fields };
  return { is: 'refused', message, code, details };
}

// The server refuses some calls until staff confirm their identity (403 `confirm_first`). The portal asks, then repeats
// the call.

type Send = <T>(call: () => Promise<T>) => Promise<T>;

export const ConfirmFirst = createContext<Send>((call) => call());

/** Sends calls that may ask for the password first. They throw NotConfirmed if it was not given. */
export function useConfirmFirst(): Send {
  return useContext(ConfirmFirst);
}

/** Someone closed the password dialog: not a failure. */
export class NotConfirmed extends Error {}

export function asksToConfirm(error: unknown): boolean {
  return error instanceof ApiError && error.reply?.code === 'confirm_first';
}
