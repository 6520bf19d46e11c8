import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../cli/src/commands/index.ts";
import { toErrorsPage } from "../site/reference/errors-page.ts";
import { type OpenApi, toHttpPage } from "../site/reference/http-page.ts";
import { startHub } from "./support/hub.ts";
import { root } from "./support/terminal.ts";

// After a change: npm run build && npx vitest run --project end-to-end tests/docs-reference.test.ts -u

test("docs/http-reference.md is what the hub's /openapi.json says", async () => {
  const { url } = await startHub();
  const reply = await fetch(`${url}/openapi.json`);
  await expect(toHttpPage((await reply.json()) as OpenApi)).toMatchFileSnapshot(join(root, "docs/http-reference.md"));
});

test("docs/errors.md is what the definitions of commands and errors say", async () => {
  await expect(toErrorsPage(commands)).toMatchFileSnapshot(join(root, "docs/errors.md"));
});
