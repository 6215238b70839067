import { afterAll } from 'vitest';
import { expectGivenBack } from '#quality/support/shared-app.ts';

afterAll(expectGivenBack);
