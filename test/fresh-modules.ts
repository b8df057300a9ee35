/**
 * The unit tests of one worker share a process, because starting one for each file took longer than the tests. After
 * each file this forgets its modules and what it put in place of globals, so that no file sees another's.
 */
import { afterAll, vi } from "vitest";

afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});
