/** One change at a time: sent, told of, and followed by fresh data. */
import { type QueryFilters, useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { ToastMessage } from '#platform/web/ui/feedback/toast-region.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import type { z } from 'zod';
import type { Endpoint } from '#platform/calls/endpoint.ts';
import { call, type CallRequest } from './client.ts';
import { ApiError } from './api-error.ts';
import { useConfirmFirst, type Failure, failureOf } from './failure.ts';

export type AfterChange<Result, Given = void> = {
  /** Asked again, whether the change was made or not. */
  refresh?: readonly QueryFilters[];
  /** A toast after the change: its title, or all of it; of success, if it does not say otherwise. */
  says?: string | ((result: Result, given: Given) => ToastMessage | null);
  /** After the change, before fresh data has come. */
  onDone?: (result: Result, given: Given) => void;
  /** For a button without a place for words: a failure is told in a toast, with its reason or in these words. */
  toastsFailure?: boolean | string;
  /** What it agrees to: asked again when the change is refused because that is no longer true. */
  preview?: { refetch: () => unknown } | undefined;
  /** Taps count one by one, also while one is under way: for what is counted. */
  overlaps?: boolean;
  /** How often it is sent while no answer comes: only for what has a key and counts once. */
  attempts?: number;
  /** With what was thrown, for refusals that also name fields. */
  onFailure?: (failure: Failure, about: { given: Given; error: Error }) => void;
};

type Change<Given, Result> = {
  /** Does nothing while one is under way. */
  run: (given: Given) => void;
  isBusy: boolean;
  /** What the one under way, or the last one, was given. */
  given: Given | undefined;
  /** For the last one; stands at its button. */
  failure: Failure | null;
  /** For the last one that was made. */
  result: Result | undefined;
  reset: () => void;
};

/** `change` is the declared call itself, run with its request, or a function. Asks for the password first where the server wants it. */
export function useChange<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  change: Endpoint<P, Q, B, R>,
  after?: AfterChange<z.output<R>, CallRequest<P, Q, B>>,
): Change<CallRequest<P, Q, B>, z.output<R>>;
export function useChange<Result, Given = void>(
  change: (given: Given) => Promise<Result>,
  after?: AfterChange<Result, Given>,
): Change<Given, Result>;
export function useChange<Result, Given>(
  change: Endpoint | ((given: Given) => Promise<Result>),
  {
    refresh = [],
    says,
    onDone,
    toastsFailure = false,
    onFailure,
    preview,
    overlaps = false,
    attempts = 1,
  }: AfterChange<Result, Given> = {},
): Change<Given, Result> {
  const send =
    typeof change === 'function'
      ? change
      : (given: Given) => call(change, given as object) as Promise<Result>;
  const client = useQueryClient();
  const confirmFirst = useConfirmFirst();
  const { showToast } = useToast();
  /** Known at once, and not with the next render: two taps can come before it. */
  const isUnderWay = useRef(false);
  const mutation = useMutation({
    mutationFn: (given: Given) => confirmFirst(() => send(given)),
    retry: (count, error) =>
      count + 1 < attempts && !(error instanceof ApiError && error.status < 500),
    onSuccess(result, given) {
      onDone?.(result, given);
      const toast = typeof says === 'function' ? says(result, given) : says && { title: says };
      if (toast) showToast({ tone: 'success', ...toast });
    },
    onError(error, given) {
      const failure = failureOf(error);
      if (failure === null) return;
      onFailure?.(failure, { given, error });
      if (failure.is === 'refused' && failure.code === 'preview_changed') void preview?.refetch();
      if (toastsFailure === false) return;
      const description = toastsFailure === true ? failure.message : toastsFailure;
      showToast({ title: 'Error', description, tone: 'error' });
    },
    async onSettled() {
      await Promise.all(refresh.map((filters) => client.invalidateQueries(filters)));
      isUnderWay.current = false;
    },
  });
  return {
    run: (given) => {
      if (isUnderWay.current && !overlaps) return;
      isUnderWay.current = true;
      mutation.mutate(given);
    },
    isBusy: mutation.isPending,
    given: mutation.variables,
    failure: useMemo(() => failureOf(mutation.error), [mutation.error]),
    result: mutation.data,
    reset: mutation.reset,
  };
}
