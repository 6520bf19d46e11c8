import type { Reporter, TestModule } from "vitest/node";

/**
 * Closes a run with one plain line that any tool can read: `12 passed, 0 failed, 1 skipped`. What passed only when it was run
 * again is named before it, with what the first attempt failed on.
 */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state !== "pending") counts[state] += 1;
        if (!test.diagnostic()?.flaky) continue;
        console.log(`passed at the second attempt: ${module.relativeModuleId} > ${test.name}`);
        for (const { message, stack, diff = "" } of errors ?? []) console.log(`${stack ?? message}\n${diff}`);
      }
    }
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  }
}
