export { useConfig } from './page-data.ts';
