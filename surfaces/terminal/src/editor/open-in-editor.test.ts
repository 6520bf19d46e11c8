import { afterEach, expect, test, vi } from "vitest";
import { openInEditor } from "./open-in-editor.ts";

afterEach(() => vi.unstubAllEnvs());

test("without room for a temporary file the prompt says why and continues", async () => {
  vi.stubEnv("TMPDIR", "/nonexistent");
  expect(await openInEditor("text", "yourcall-other.txt")).toEqual({
    failed: expect.stringMatching(/^Could not create a file for the editor: ENOENT/),
  });
});
