import type { HubClient, WireAsk } from "@yourcall/client";
import { type Key, toApprovalAsk } from "@yourcall/core";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { answered, draftOf, noon, wireAsk, withdrawn } from "../../../../core/src/testing/wire-ask.ts";
import { unicodeGlyphs } from "../screen/glyphs.ts";
import { pressCalmly, type Sentence, sentences, toKey, typeSentence } from "../testing/type-prose.ts";
import { lineText } from "../text/styled-line.ts";
import { driveInbox } from "./drive-inbox.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const push = wireAsk("push", toApprovalAsk({ tool: "Bash", input: { command: "git push --force" } }));
const asks = [wireAsk("first"), push, wireAsk("third"), wireAsk("last")];
const drafted = wireAsk("first", {
  draft: { draft: draftOf("half"), revision: 1, surface: "web", at: new Date(noon).toISOString() },
});

/** An inbox that shows these asks, and everything that it does with them. */
function open(listed: readonly WireAsk[] = asks) {
  const done: string[] = [];
  const act = (name: string) => async (id: string) => {
    done.push(`${name} ${id}`);
    return answered(wireAsk(id));
  };
  const client = {
    answer: act("answer"),
    decline: act("decline"),
    saveDraft: async () => ({ revision: 1 }),
  } as unknown as HubClient;
  const driven = driveInbox({
    by: { surface: "terminal", act: "submit" },
    client: () => client,
    onChange: () => {},
    onEditor: () => {},
    onChanged(_event, before) {
      const { quit, goTo, declining, list } = driven.inbox();
      if (quit) done.push("quit");
      if (goTo !== null) done.push("go to the session");
      if (declining !== null) done.push("decline the marked");
      if (list.putOff !== before.list.putOff) done.push("put off");
    },
  });
  const screen = () =>
    driven
      .frame({ width: 80, height: 40, glyphs: unicodeGlyphs, now: noon, link: "live", home: undefined })
      .lines.map(lineText)
      .join("\n");
  driven.guard();
  driven.change({ type: "asks-listed", all: true, asks: [...listed] });
  screen();
  const press = (key: Key) => driven.input({ type: "key", key });
  const stop = () => {
    driven.stop();
    void driven.opener.close();
  };
  return { driven, done, press, screen, stop };
}

type Opened = ReturnType<typeof open>;

// Where the inbox can be, and the keys that lead there.
const places: [name: string, listed: readonly WireAsk[], keys: string[]][] = [
  ["the list", asks, []],
  ["an approval in the list", asks, ["down"]],
  ["an empty list", [], []],
  ["the filter", asks, ["/"]],
  ["an open ask", asks, ["enter"]],
  ["an open approval, on Allow", asks, ["down", "enter", "1"]],
  ["an ask that was left", asks, ["enter", "escape"]],
  ["a note", asks, ["enter", "n"]],
  ["a draft from elsewhere", [drafted], ["enter"]],
  ["the decline page of an ask", asks, ["x"]],
  ["marked asks", asks, [" ", "down", " "]],
  ["the decline page of marked asks", asks, [" ", "down", " ", "x"]],
  ["the log", asks, ["tab"]],
  ["the keys", asks, ["?"]],
];

// What can happen while somebody types, without an act of theirs.
const news: [name: string, keys: string[], happens: (opened: Opened) => void][] = [
  ["a question arrives", [], ({ driven }) => driven.change({ type: "ask-created", ask: wireAsk("new") })],
  [
    "the focused ask is forgotten",
    [],
    ({ driven }) => driven.change({ type: "asks-listed", all: true, asks: asks.slice(1) }),
  ],
  ["the open ask is withdrawn", ["enter"], ({ driven }) => driven.change({ type: "ask-ended", ask: withdrawn(first) })],
  [
    "the open ask is answered elsewhere",
    ["down", "down", "enter"],
    ({ driven }) => driven.change({ type: "ask-ended", ask: answered(wireAsk("third")) }),
  ],
];
const first = wireAsk("first");

function middle({ text }: Sentence): number {
  return Math.floor(text.length / 2);
}

describe("prose, at any speed and from any moment on,", () => {
  test.each(places)("answers, declines, puts off and leaves nothing at %s", (_, listed, keys) => {
    for (const sentence of sentences) {
      const { done, press, stop } = open(listed);
      pressCalmly(press, keys);
      typeSentence(press, sentence);
      expect(done, JSON.stringify(sentence)).toEqual([]);
      stop();
    }
  });

  test.each(news)("does nothing if it began before %s", (_, keys, happens) => {
    for (const sentence of sentences) {
      const opened = open();
      pressCalmly(opened.press, keys);
      typeSentence(opened.press, sentence, (index) => {
        if (index === 0 || index === middle(sentence)) happens(opened);
      });
      expect(opened.done, JSON.stringify(sentence)).toEqual([]);
      opened.stop();
    }
  });

  test("stays in Other when its ask ends elsewhere, opens no other ask, and is shown as not sent", () => {
    for (const [at, sentence] of sentences.entries()) {
      const { driven, done, press, screen, stop } = open();
      pressCalmly(press, ["enter", "o"]);
      typeSentence(press, { ...sentence, delayMs: 1500 }, (index) => {
        if (index !== middle(sentence)) return;
        driven.change({ type: "ask-ended", ask: at % 2 === 0 ? withdrawn(first) : answered(first) });
      });
      expect(done, JSON.stringify(sentence)).toEqual([]);
      expect(driven.inbox().page).toMatchObject({ type: "ask", id: "first" });
      expect(screen()).toMatch(at % 2 === 0 ? /Withdrawn by the agent at/ : /Answered in web by ben at/);
      pressCalmly(press, [["escape", "tab", "enter"][at % 3] ?? ""]);
      expect(driven.inbox().page?.type).toBe("ended");
      expect(screen().replace(/\s+/g, " ")).toContain(`Not sent: Other "${sentence.text}"`);
      stop();
    }
  });

  test("says so in place of the hint", () => {
    const { press, screen, stop } = open();
    vi.advanceTimersByTime(1500);
    for (const key of ["h", "e", "y"]) press(toKey(key));
    expect(screen()).toContain("Typing ignored. Pause a moment.");
    vi.advanceTimersByTime(1100);
    expect(screen()).toContain("q quit");
    stop();
  });
});

test("the keys of the list work when they are meant", () => {
  const quit = open();
  pressCalmly(quit.press, ["q"]);
  expect(quit.done).toEqual([]);
  vi.advanceTimersByTime(310);
  expect(quit.done).toEqual(["quit"]);
  const later = open();
  pressCalmly(later.press, ["l", "l"]);
  vi.advanceTimersByTime(310);
  expect(later.done).toEqual(["put off", "put off"]);
  const declined = open();
  pressCalmly(declined.press, [" ", "x", "enter"]);
  vi.advanceTimersByTime(310);
  expect(declined.done).toEqual(["decline the marked"]);
  for (const { stop } of [quit, later, declined]) stop();
});
