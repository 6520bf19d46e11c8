// Writes docs/agents/json-lines/*.schema.json from the schemas in line-schemas.ts. Run this after changing them:
//   node --conditions yourcall-source scripts/write-line-schemas.mjs
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { toLineJsonSchemas } from "../cli/src/agent/json/line-schemas.ts";

const directory = new URL("../docs/agents/json-lines/", import.meta.url);
rmSync(directory, { recursive: true, force: true });
mkdirSync(directory, { recursive: true });
for (const [name, schema] of Object.entries(toLineJsonSchemas()))
  writeFileSync(new URL(`${name}.schema.json`, directory), `${JSON.stringify(schema, null, 2)}\n`);
