import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./support/terminal.ts";

interface Locked {
  resolved?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const { packages }: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync(join(root, "package-lock.json"), "utf8"),
);

/** Names of the packages that `npm ci --workspace=cli` installs, except for peers, which nothing should rely on. */
function namesForCommand(): Set<string> {
  const names = new Set<string>();
  const pending = ["cli"];
  for (const path of pending) {
    const { dependencies, devDependencies } = packages[path] ?? {};
    const needed = { ...dependencies, ...(path.includes("node_modules/") ? {} : devDependencies) };
    for (const name of Object.keys(needed)) {
      if (names.has(name)) continue;
      names.add(name);
      const found = [`${path}/node_modules/${name}`, `node_modules/${name}`].find((place) => place in packages) ?? "";
      pending.push(packages[found]?.link === true ? (packages[found].resolved ?? "") : found);
    }
  }
  return names;
}

test("npm start installs everything that the command is built with and consists of", () => {
  const licenses = readFileSync(join(root, "cli/dist/third-party-licenses.txt"), "utf8");
  const bundled = [...licenses.matchAll(/^(\S+) \d\S* \(\S+\)$/gm)].map(([, name = ""]) => name);
  expect(bundled).toContain("react-dom");
  const tools = ["scripts/build.mjs", "scripts/mcp-card.mjs", "surfaces/web/vite.config.ts"].flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/^import .* from "([a-z][^:"]*)";$/gm)].map(
      ([, name = ""]) => name,
    ),
  );
  expect(tools).toContain("esbuild");
  const installed = namesForCommand();
  expect([...new Set([...bundled, ...tools])].filter((name) => !installed.has(name))).toEqual([]);
});
