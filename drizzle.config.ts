import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: ['./areas/*/server/tables/*.ts', './platform/server/db/tables/*.ts'],
  out: './platform/server/db/migrations',
});
