import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  decideProblem,
  getProblemPhoto,
  listProblems,
  listProblemWindows,
} from '#areas/customers/calls/problems.ts';
import { hideRating, listRatings } from '#areas/customers/calls/ratings.ts';
import { addressOf, call } from '#platform/web/api/client.ts';

const MINUTE_MS = 60_000;

export type ProblemFilter = NonNullable<z.input<typeof listProblems.query>>;
export type RatingFilter = NonNullable<z.input<typeof listRatings.query>>;

export function problemsQuery(query: ProblemFilter) {
  return queryOptions({
    queryKey: ['problems', query],
    queryFn: ({ signal }) => call(listProblems, { query, signal }),
    staleTime: 0,
    refetchInterval: MINUTE_MS,
  });
}

export function problemWindowsQuery(id: number) {
  return queryOptions({
    queryKey: ['problem-windows', id],
    queryFn: ({ signal }) => call(listProblemWindows, { params: { id: String(id) }, signal }),
    staleTime: 0,
  });
}

export const problemPhotoAddress = (id: number, photo: string) =>
  addressOf(getProblemPhoto, { params: { id: String(id), photo } });

export type SentDecision = z.input<typeof decideProblem.body>;

export const sendProblemDecision = (id: number, body: SentDecision) =>
  call(decideProblem, { params: { id: String(id) }, body });

export function ratingsQuery(query: RatingFilter) {
  return queryOptions({
    queryKey: ['ratings', query],
    queryFn: ({ signal }) => call(listRatings, { query, signal }),
    staleTime: 0,
  });
}

export const sendHidden = (id: number, body: z.input<typeof hideRating.body>) =>
  call(hideRating, { params: { id: String(id) }, body });
