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
const path = /`([\w./@-]+\.(?:tsx?|cjs|mjs|sh|md|css))`/g;
// A name of the reader's in capitals, a file of a Next.js app, an entry of a package.
const isExample = (name: string) => /NAME|^x\.|^instrumentation\.ts$|^@/.test(name);

const pages = tracked.filter((file) => /^(?:docs\/.*|CONTRIBUTING|README|bench\/README|examples\/.*)\.md$/.test(file));

test("every file that a page names exists", () => {
  const named = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8").replaceAll(/^```.*?^```/gms, "");
    return Array.from(text.matchAll(path), ([, name = ""]) => ({ page, name }));
  });
  expect(named.length).toBeGreaterThan(400);
  expect(named.filter(({ name }) => !isExample(name) && !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
});
