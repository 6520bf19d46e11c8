import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../testing/temporary-directory.ts";
import { writeHubFile } from "./hub-file.ts";

test("if hub.json cannot be written nothing is left behind", () => {
  const directory = temporaryDirectory();
  // A file cannot replace what is at this path.
  mkdirSync(join(directory, "hub.json", "x"), { recursive: true });
  const file = { pid: process.pid, url: "http://127.0.0.1:1", socket: "/x", version: "0.1.0" };
  expect(() => writeHubFile(directory, file)).toThrow();
  expect(readdirSync(directory)).toEqual(["hub.json"]);
});
