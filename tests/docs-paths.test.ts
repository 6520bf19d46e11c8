import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { entries } from "../scripts/build.mjs";
import { root } from "./support/terminal.ts";

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
}).split("\n");
const built = Object.keys(entries).map((name) => `cli/dist/${name}.cjs`);
const files = [...tracked, ...built].map((file) => `/${file}`);
// Capitals stand for a name of the reader's; `instrumentation.ts` is a file of a Next.js app.
const path = /`([\w./@-]+\.(?:tsx?|cjs|mjs|sh|md|css))`/g;
const isExample = (name: string) => /NAME|^x\.|^instrumentation\.ts$/.test(name);

const decisions = tracked.filter((file) => file.startsWith("docs/decisions/"));
const pages = {
  "docs/architecture.md": [],
  "docs/security.md": [],
  "docs/hub.md": [],
  "CONTRIBUTING.md": [],
  "docs/decisions": decisions,
};

test.each(Object.entries(pages))("every file that %s names exists", (page, parts: string[]) => {
  const texts = (parts.length === 0 ? [page] : parts).map((file) => readFileSync(join(root, file), "utf8"));
  const text = texts.join("\n").replaceAll(/^```.*?^```/gms, "");
  const named = Array.from(text.matchAll(path), ([, name = ""]) => name).filter((name) => !isExample(name));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
});
