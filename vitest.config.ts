import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// These tests mostly wait: for processes and browsers of their own, for databases and sockets. Both projects have the same number, so that
// they are one group: the end-to-end tests begin, and the many short unit tests fill the workers while the last of those end.
const maxWorkers = 2 * availableParallelism();
const resolve = { conditions: ["yourcall-source"] };
// A real database, browser, terminal or agent on a loaded machine fails now and then; the summary names what needed a second attempt.
const retry = process.env.CI === "true" ? 1 : 0;

export default defineConfig({
  ssr: { resolve },
  resolve,
  test: {
    reporters: [process.env.CI === "true" ? "dot" : "default", "./tests/support/summary-reporter.ts"],
    // Loading what a file needs in a process of its own costs more CPU than many files use.
    isolate: false,
    setupFiles: ["./tests/support/fresh-modules.ts"],
    globalSetup: ["./tests/support/postgres-setup.ts", "./tests/support/shared-home-setup.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          maxWorkers,
          // For what hangs. A slow machine is not at fault.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          retry,
          include: ["{core,client,hub,sessions,cli}/src/**/*.test.ts", "{agents,surfaces}/*/src/**/*.test.{ts,tsx}"],
        },
      },
      {
        extends: true,
        test: {
          name: "end-to-end",
          include: ["tests/**/*.test.ts"],
          exclude: ["tests/hosts/**", "**/node_modules/**"],
          // As above: these are for what hangs.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          maxWorkers,
          retry,
        },
      },
    ],
  },
});
