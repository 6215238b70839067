/**
 * The server refuses some calls until staff confirm their identity (403 `confirm_first`). The portal asks, then repeats
 * the call.
 */
import { createContext, useContext } from 'react';
import { ApiError } from '#platform/web/api/api-error.ts';

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
