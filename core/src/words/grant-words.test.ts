import { expect, test } from "vitest";
import type { WireGrant } from "../wire/grant-shapes.ts";
import { toGrantText } from "./grant-words.ts";

const now = Date.parse("2026-03-01T12:00:00Z");
const grant: WireGrant = {
  id: "grant_1",
  tool: "Bash",
  covers: { kind: "prefix", words: ["npm", "test"] },
  where: { kind: "directory", cwd: "/home/ana/shop" },
  subject: "npm test",
  madeAt: "2026-03-01T11:42:00Z",
  until: "2026-03-01T12:42:00Z",
  ask: "ask_1",
  by: { surface: "web", act: "click" },
  uses: 7,
};

test.each<[Partial<WireGrant>, string]>([
  [{}, "npm test … in ~/shop, 42 min left, 7 uses"],
  [
    { covers: { kind: "input" }, where: { kind: "everywhere" }, uses: 1 },
    "exactly npm test anywhere, 42 min left, 1 use",
  ],
  [
    {
      covers: { kind: "files", directory: "/home/ana/shop" },
      where: { kind: "session", session: "s1" },
      until: undefined,
      tool: "Write",
    },
    "Write: files below ~/shop in one session, until the session ends, 7 uses",
  ],
])("a grant is said in one line: %#", (change, text) => {
  expect(toGrantText({ ...grant, ...change }, now)).toBe(text);
});
