import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    reporters: ["default", "../support/summary-reporter.ts"],
    include: ["*.test.ts"],
    globalSetup: ["./make-apps.ts"],
    // Only for hangs: these tests build and start large programs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
