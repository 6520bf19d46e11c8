import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { linesIn, linesOut, toLineJsonSchemas } from "./line-schemas.ts";

const directory = new URL("../../../../docs/agents/json-lines/", import.meta.url);

describe("the schemas of the lines", () => {
  it("match docs/agents/json-lines (scripts/write-line-schemas.mjs writes them)", () => {
    const kept = readdirSync(directory).map((name) => [
      name.replace(".schema.json", ""),
      JSON.parse(readFileSync(new URL(name, directory), "utf8")),
    ]);
    expect(Object.fromEntries(kept)).toEqual(JSON.parse(JSON.stringify(toLineJsonSchemas())));
  });

  it("are described in docs/agents/json-lines.md, each by its name", () => {
    const page = readFileSync(new URL("../json-lines.md", directory), "utf8");
    for (const name of Object.keys({ ...linesIn, ...linesOut }))
      expect(page).toContain(`json-lines/${name}.schema.json`);
  });
});
