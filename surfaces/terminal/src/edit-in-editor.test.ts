import { afterEach, expect, test, vi } from "vitest";
import { openInEditor, toWaitHint } from "./edit-in-editor.ts";

afterEach(() => vi.unstubAllEnvs());

test("without room for a temporary file the prompt says why and continues", async () => {
  vi.stubEnv("TMPDIR", "/dev/null/none");
  expect(await openInEditor("text", "yourcall-other.txt")).toEqual({
    failed: expect.stringMatching(/^Could not create a file for the editor: ENOTDIR/),
  });
});

test("for an editor that returns immediately, the hint names the flag that makes it wait", () => {
  vi.stubEnv("VISUAL", "/opt/bin/code -n");
  expect(toWaitHint()).toBe(' code returns before you close the file; set VISUAL="/opt/bin/code --wait".');
  for (const editor of ["code -n -w", "vim", "emacsclient -t"]) {
    vi.stubEnv("VISUAL", editor);
    expect(toWaitHint()).toBe("");
  }
});
