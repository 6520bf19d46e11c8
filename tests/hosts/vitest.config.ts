import { defineConfig } from "vitest/config";

const resolve = { conditions: ["yourcall-source"] };

export default defineConfig({
  ssr: { resolve },
  resolve,
  test: {
    root: import.meta.dirname,
    reporters: ["default", "../support/summary-reporter.ts"],
    // Only for hangs: these tests build and start large programs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    // The summary names what needed it.
    retry: process.env.CI === "true" ? 1 : 0,
    // Vitest would leave one core to itself. These tests mostly wait for programs of others.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: "hosts", include: ["*.test.ts"], globalSetup: ["./make-apps.ts"] } },
      { extends: true, test: { name: "phone", include: ["phone/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "frameworks",
          include: ["frameworks/*.test.ts"],
          globalSetup: ["../support/postgres-setup.ts", "./frameworks/make-docs.ts"],
          // Each starts several servers.
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: "claude",
          include: ["claude/*.test.ts"],
          setupFiles: ["../support/fresh-modules.ts"],
          globalSetup: ["./link-claude.ts", "../support/shared-home-setup.ts"],
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
