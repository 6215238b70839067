export { usersText } from '#domain/production/plan/users-text.ts';
