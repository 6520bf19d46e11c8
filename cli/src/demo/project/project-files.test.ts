import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { buildable, type Topic, type Value } from "../questions.ts";
import { type Choices, projectFiles } from "./project-files.ts";

const valuesOf = <T extends Topic>(topic: T) => Object.keys(buildable[topic]) as Value<T>[];
const databases = valuesOf("database");
const features = valuesOf("features");
const layouts = valuesOf("layout");

function* allChoices(): Generator<Choices> {
  for (const database of databases)
    for (const layout of layouts)
      for (const name of valuesOf("packageManager"))
        for (let set = 0; set < 2 ** features.length; set++)
          yield {
            database,
            layout,
            packageManager: { name, version: "1.2.3" },
            features: features.filter((_, index) => (set & (1 << index)) !== 0),
            decided: [{ what: "Database", answer: 'own | words <b> "x"', note: "a\nnote" }],
            wishes: ["# not a heading\n{wish}`"],
          };
}

/** Writes the project, runs its tests, and returns how many passed and failed. */
function testProject(choices: Choices): { passed: number; failed: number; output: string } {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-project-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const { path, content } of projectFiles(choices)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
  const { stdout, stderr } = spawnSync(process.execPath, ["--test", "--test-isolation=none", "--test-reporter=tap"], {
    cwd: directory,
    encoding: "utf8",
    // Without the variables by which a nested test runner reports to the outer one.
    env: { PATH: process.env.PATH },
  });
  const count = (word: string) => Number(new RegExp(`^# ${word} (\\d+)$`, "m").exec(stdout)?.[1] ?? -1);
  return { passed: count("pass"), failed: count("fail"), output: stdout + stderr };
}

test("every combination of choices gives files that parse and find each other", async () => {
  const seen = new Set<string>();
  for (const choices of allChoices()) {
    const files = new Map(projectFiles(choices).map(({ path, content }) => [path, content]));
    expect(files.size).toBe(projectFiles(choices).length);
    expect(JSON.parse(files.get("package.json") ?? "")).toMatchObject({
      packageManager: `${choices.packageManager.name}@1.2.3`,
    });
    expect(JSON.parse(files.get("package.json") ?? "")).not.toHaveProperty("dependencies");
    expect(files.get("README.md")).not.toMatch(/^# not a heading|<b>/m);
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
  // The package manager changes no source.
  expect(seen.size).toBe(databases.length * layouts.length * 2 ** features.length);
});

test.each<[Pick<Choices, "database" | "layout" | "features">, number]>([
  [{ database: "sqlite", layout: "sidebar", features: [] }, 4],
  [{ database: "json", layout: "topbar", features: ["search", "dark"] }, 6],
  [{ database: "memory", layout: "topbar", features }, 8],
])(
  "the tests of %j pass",
  (chosen, passed) => {
    const base = { packageManager: { name: "npm", version: "1.2.3" }, decided: [], wishes: [] } as const;
    const result = testProject({ ...base, ...chosen });
    expect(result, result.output).toMatchObject({ passed, failed: 0 });
  },
  60_000,
);
