import type { FastifyReply } from 'fastify';
import { offerFile } from '#platform/server/http/offer-file.ts';

export function sendCsv(reply: FastifyReply, name: string, csv: string): string {
  offerFile(reply, { name, type: 'text/csv; charset=utf-8' });
  return csv;
}
