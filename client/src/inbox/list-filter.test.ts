import type { WireAsk } from "@yourcall/core/internal/wire";
import { describe, expect, test } from "vitest";
import { noon, wireAsk } from "../../../core/src/testing/wire-ask.ts";
import { isShown, isSoon, noFilter, toCountParts } from "./list-filter.ts";

const minutes = (count: number) => new Date(noon + count * 60_000).toISOString();
const input = { command: 'fly deploy "--now"\necho done', description: "Ship it" };
const approval = wireAsk("Deploy", { kind: "approval", approval: { tool: "Bash", input } });
const port = wireAsk("Port", {
  to: ["bo"],
  agent: { name: "loop", title: "Straße", branch: "feat/x", subagent: "Explore" },
});
const shows = (text: string, asks: WireAsk[] = [port, approval]) =>
  asks.filter((ask) => isShown(ask, { ...noFilter, text }, noon)).map(({ id }) => id);

describe("a filter of the list", () => {
  test("shows the asks that have all of its words, in any case and place", () => {
    expect(shows("")).toEqual(["Port", "Deploy"]);
    expect(shows("  ")).toEqual(["Port", "Deploy"]);
    expect(shows("about PORT")).toEqual(["Port"]);
    expect(shows("fly port")).toEqual([]);
    expect(shows("STRASSE")).toEqual(["Port"]);
  });

  test.each([
    ["the agent", "claude shop", ["Deploy"]],
    ["its branch and subagent", "feat/x explore", ["Port"]],
    ["whom it is for", "for bo", ["Port"]],
    ["the options and their descriptions", "recommended stop", ["Port", "Deploy"]],
    ["the kind", "approval", ["Deploy"]],
    ["the tool", "bash", ["Deploy"]],
    ["all of what is to be approved, as it is shown", '"--now" done ship', ["Deploy"]],
  ])("finds %s", (_, text, ids) => {
    expect(shows(text)).toEqual(ids);
  });

  test("finds no word across two fields, nor one that a screen does not show", () => {
    expect(shows("loopStra")).toEqual([]);
    expect(shows("database", [wireAsk("a", { context: "database" })])).toEqual([]);
    const hidden = wireAsk("b", { agent: { name: "da\u001b[31mta" } });
    expect(shows("data", [hidden])).toEqual(["b"]);
    expect(shows("31m", [hidden])).toEqual([]);
  });

  test("shows only approvals, or only what expires within ten minutes", () => {
    const soon = wireAsk("Soon", { expiresAt: minutes(10) });
    const asks = [port, approval, soon, wireAsk("Late", { expiresAt: minutes(11) })];
    const only = (kind: "approval" | "soon") =>
      asks.filter((ask) => isShown(ask, { text: "", only: kind }, noon)).map(({ id }) => id);
    expect(only("approval")).toEqual(["Deploy"]);
    expect(only("soon")).toEqual(["Soon"]);
    expect(isSoon({ ...soon, status: "expired" }, noon)).toBe(false);
  });
});

test("pending asks are counted with what matters most first, and a filter that is on stays", () => {
  const asks = [approval, wireAsk("a", { expiresAt: minutes(3) }), wireAsk("b", { expiresAt: minutes(30) })];
  expect(toCountParts(asks, noon)).toEqual([
    { only: "approval", words: "1 approval" },
    { only: "soon", words: "1 expires in 3 min" },
  ]);
  expect(toCountParts([port], noon)).toEqual([]);
  expect(toCountParts([port], noon, "approval")).toEqual([{ only: "approval", words: "0 approvals" }]);
  expect(toCountParts([port], noon, "soon")).toEqual([{ only: "soon", words: "none expiring soon" }]);
});
