/** Some calls are refused until one has proved again who one is (403 `confirm_first`). The portal asks, then sends them again. */
import { createContext, useContext } from 'react';
import { ApiError } from './api-error.ts';

type Send = <T>(call: () => Promise<T>) => Promise<T>;

export const ConfirmFirst = createContext<Send>((call) => call());

/** A way to send calls that may ask for the password in between. They throw NotConfirmed when it was not given. */
export function useConfirmFirst(): Send {
  return useContext(ConfirmFirst);
}

/** Somebody was asked for their password and decided otherwise: nothing failed. */
export class NotConfirmed extends Error {}

export function asksToConfirm(error: unknown): boolean {
  return error instanceof ApiError && error.reply?.code === 'confirm_first';
}
