import type { WireAsk } from "@yourcall/client";
import { describe, expect, it } from "vitest";
import { inOrder, isShown, nextAsk, noFilter, toCountParts } from "./ask-rows.ts";

const now = Date.parse("2026-11-16T14:00:00Z");
const minutes = (count: number) => new Date(now + count * 60_000).toISOString();

function ask(id: string, change: Partial<WireAsk> = {}): WireAsk {
  const question = { question: `Which ${id}?`, header: id, kind: "choice" as const, options: [], multiSelect: false };
  const agent = { name: "claude", title: "fix login", cwd: "/home/ana/shop" };
  return {
    ...{ id, kind: "question", questions: [question], status: "pending", agent, createdAt: minutes(-5), url: "" },
    ...{ waiting: { count: 1, lastSeenAt: minutes(0) }, ...change },
  };
}

describe("the rows of the list", () => {
  it("are oldest first, whoever asks", () => {
    const asks = [
      ask("b", { createdAt: minutes(-1) }),
      ask("c", { createdAt: minutes(-9) }),
      ask("a", { createdAt: minutes(-1) }),
    ];
    expect(inOrder(asks).map(({ id }) => id)).toEqual(["c", "a", "b"]);
  });

  it("are filtered by agent, project, kind and text; all words must match", () => {
    const approval = ask("Deploy", { kind: "approval", approval: { tool: "Bash", input: { command: "fly deploy" } } });
    const shows = (text: string) =>
      [ask("Port"), approval].filter((each) => isShown(each, { ...noFilter, text }, now)).map(({ id }) => id);
    expect(shows("")).toEqual(["Port", "Deploy"]);
    expect(shows("claude SHOP")).toEqual(["Port", "Deploy"]);
    expect(shows("which port")).toEqual(["Port"]);
    expect(shows("approval")).toEqual(["Deploy"]);
    expect(shows("fly")).toEqual(["Deploy"]);
    expect(shows("fly port")).toEqual([]);
  });

  it("are counted with what matters most first", () => {
    const approval = ask("x", { kind: "approval" });
    expect(toCountParts([ask("a")], now)).toEqual([]);
    expect(
      toCountParts([approval, ask("a", { expiresAt: minutes(3) }), ask("b", { expiresAt: minutes(300) })], now),
    ).toEqual([
      { only: "approval", words: "1 approval" },
      { only: "soon", words: "1 expires in 3 min" },
    ]);
    // A filter that nothing matches any more can still be turned off.
    expect(toCountParts([ask("a")], now, "approval")).toEqual([{ only: "approval", words: "0 approvals" }]);
    expect(toCountParts([ask("a")], now, "soon")).toEqual([{ only: "soon", words: "none expiring soon" }]);
  });

  it("are followed downwards, then from the top, without those that were put off", () => {
    const asks = ["a", "b", "c", "d"].map((id) => ask(id));
    const next = (after: string | undefined, ...putOff: string[]) => nextAsk(asks, after, new Set(putOff))?.id;
    expect([next(undefined), next("a"), next("d"), next("b", "c"), next("d", "a", "b", "c")]).toEqual([
      "a",
      "b",
      "a",
      "d",
      undefined,
    ]);
  });
});
