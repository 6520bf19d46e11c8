import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import type { Decision, Decisions } from "./decisions.ts";
import { projectFiles } from "./project-files.ts";
import { type Topic, topics } from "./questions.ts";

const valuesOf = (topic: Topic) => Object.keys(topics[topic].buildable);
const features = valuesOf("features");

function decided(database: string, layout: string, chosen: string[], manager = "npm"): Decisions {
  const decision = (...values: string[]): Decision => ({ values, left: false, hasNote: false });
  return {
    database: decision(database),
    features: decision(...chosen),
    packageManager: decision(manager),
    layout: decision(layout),
  };
}

function* allDecisions(): Generator<Decisions> {
  for (const database of valuesOf("database"))
    for (const layout of valuesOf("layout"))
      for (const manager of valuesOf("packageManager"))
        for (let set = 0; set < 2 ** features.length; set++)
          yield decided(
            database,
            layout,
            features.filter((_, index) => (set & (1 << index)) !== 0),
            manager,
          );
}

/** Writes the project, runs its tests, and returns how many passed and failed. */
function testProject(decisions: Decisions): { passed: number; failed: number; output: string } {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-project-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const { path, content } of projectFiles(decisions, "npm")) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
  const { stdout, stderr } = spawnSync(process.execPath, ["--test", "--test-isolation=none", "--test-reporter=tap"], {
    cwd: directory,
    encoding: "utf8",
    // Without the variables that make a nested test runner report to the outer one.
    env: { PATH: process.env.PATH },
  });
  const count = (word: string) => Number(new RegExp(`^# ${word} (\\d+)$`, "m").exec(stdout)?.[1] ?? -1);
  return { passed: count("pass"), failed: count("fail"), output: stdout + stderr };
}

test("every combination of choices gives files that parse and find each other", async () => {
  const seen = new Set<string>();
  for (const decisions of allDecisions()) {
    const [manager = ""] = decisions.packageManager.values;
    const files = new Map(projectFiles(decisions, manager, "1.2.3").map(({ path, content }) => [path, content]));
    const manifest = JSON.parse(files.get("package.json") ?? "");
    expect(manifest).toMatchObject({ packageManager: `${manager}@1.2.3` });
    expect(manifest).not.toHaveProperty("dependencies");
    for (const content of files.values()) expect(content).not.toMatch(/^\[!?[a-z-]+\] /m);
    const sources = [...files].filter(([path]) => path.endsWith(".js"));
    const key = JSON.stringify(sources);
    if (seen.has(key)) continue;
    seen.add(key);
    const { errors, metafile } = await build({
      stdin: { contents: sources.map(([path]) => `import "./${path}";`).join("\n"), resolveDir: "/" },
      bundle: true,
      platform: "node",
      format: "esm",
      write: false,
      metafile: true,
      logLevel: "silent",
      plugins: [
        {
          name: "project",
          setup({ onResolve, onLoad }) {
            onResolve({ filter: /^\./ }, ({ path, importer }) => {
              const from = importer.startsWith("/project/") ? dirname(importer) : "/project";
              return { path: join(from, path), namespace: "project" };
            });
            onLoad({ filter: /.*/, namespace: "project" }, ({ path }) => {
              const contents = files.get(path.slice("/project/".length));
              return contents === undefined ? { errors: [{ text: `There is no ${path}.` }] } : { contents };
            });
          },
        },
      ],
    });
    expect(errors).toEqual([]);
    const outside = Object.values(metafile.inputs).flatMap(({ imports }) => imports.filter(({ external }) => external));
    expect(outside.filter(({ path }) => !path.startsWith("node:"))).toEqual([]);
  }
  // The package manager and dark mode change no script.
  expect(seen.size).toBe(3 * 2 * 2 ** (features.length - 1));
});

test.each([
  ["sqlite", "sidebar", [], 3],
  ["json", "topbar", ["search", "dark"], 4],
  ["memory", "topbar", features, 6],
])(
  "the tests of %s, %s, %j pass",
  (database, layout, chosen, passed) => {
    const result = testProject(decided(database, layout, chosen));
    expect(result, result.output).toMatchObject({ passed, failed: 0 });
  },
  60_000,
);
