import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { testInBrowser, useBrowser } from "../support/browser.ts";
import { root } from "../support/terminal.ts";

const browser = useBrowser();
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** The example's server and the lines it prints. */
function serve() {
  const child = spawn(process.execPath, ["examples/react-card/serve.mjs"], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, "exit");
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async () => (await lines.next()).value as string;
}

describe("examples/react-card", () => {
  testInBrowser("sends the app the person's choice, as its README says", async () => {
    const line = serve();
    const page = await browser.open(await line());
    await page.getByText("PostgreSQL").click();
    const [, shown = ""] = [...read("examples/react-card/README.md").matchAll(/^```\w*\n(.*?)^```$/gms)].map(
      ([, block = ""]) => block.trimEnd(),
    );
    expect(await line()).toBe(shown);
    await page.getByText("Answered. You, in card").waitFor();
  });
});

test("docs/react.md quotes the example's files, which the type check compiles", () => {
  const blocks = [...read("docs/react.md").matchAll(/^```tsx\n(.*?)^```$/gms)].map(([, block]) => block);
  expect(blocks).toEqual([read("examples/react-card/src/app.tsx"), read("examples/react-card/src/hub-card.tsx")]);
});
