import { afterAll } from 'vitest';
import { expectGivenBack } from '#quality/support/test-app.ts';

afterAll(expectGivenBack);
