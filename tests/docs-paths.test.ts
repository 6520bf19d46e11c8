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
// Capitals and asterisks stand for a name of the reader's.
const path = /`([\w./@-]+\.(?:tsx?|cjs|mjs|sh|md|css))`/g;
const isExample = (name: string) => /NAME|^x\./.test(name);

test.each(["docs/architecture.md", "docs/security.md", "CONTRIBUTING.md"])(
  "every file that %s names exists",
  (page) => {
    const text = readFileSync(join(root, page), "utf8").replaceAll(/^```.*?^```/gms, "");
    const named = Array.from(text.matchAll(path), ([, name = ""]) => name).filter((name) => !isExample(name));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
  },
);
