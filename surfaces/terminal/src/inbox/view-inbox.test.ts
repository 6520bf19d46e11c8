import type { WireAsk } from "@yourcall/client";
import { startAnswering } from "@yourcall/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answered, noon, wireAsk } from "../../../../core/src/testing/wire-ask.ts";
import { asciiGlyphs, unicodeGlyphs } from "../screen/glyphs.ts";
import { createPalette } from "../screen/theme.ts";
import { lineText, lineWidth } from "../text/styled-line.ts";
import { changeInbox, type Inbox, startInbox } from "./inbox.ts";
import { viewDecision } from "./view-decision.ts";
import { viewInbox } from "./view-inbox.ts";
import { viewOffer } from "./view-open-ask.ts";

const minutes = (count: number) => new Date(noon - count * 60_000).toISOString();
const question = (header: string, text: string) => ({
  question: text,
  header,
  kind: "choice" as const,
  options: [{ label: "Yes" }, { label: "No" }],
  multiSelect: false,
});

const database = wireAsk("a", {
  questions: [question("Database", "Which database should we use for this project?")],
  createdAt: minutes(12),
});
const deploy = wireAsk("b", {
  kind: "approval",
  approval: { tool: "Bash", input: { command: "fly deploy" } },
  questions: [question("Deploy", "May I run `fly deploy`?")],
  createdAt: minutes(1),
});
const features = wireAsk("c", {
  agent: { name: "loop", session: "s2", title: "new service", cwd: "/home/ana/svc" },
  questions: [question("Features", "Which features should we enable?"), question("Mgr", "Which one?")],
  draft: {
    draft: {
      entries: [{ selectedOptions: ["Yes"], otherPicked: false, other: "", note: "", skipped: false }],
      comment: "",
      reason: "",
    },
    revision: 1,
    at: minutes(0),
  },
});

function live(...asks: WireAsk[]): Inbox {
  return changeInbox(changeInbox(startInbox(), { type: "asks-listed", all: true, asks }), {
    type: "link-changed",
    link: "live",
  });
}

function screen(inbox: Inbox, width = 80, height = 24, glyphs = unicodeGlyphs): string {
  const { lines } = viewInbox(inbox, { width, height, glyphs, now: noon, home: "/home/ana" });
  return lines.map((line) => lineText(line).trimEnd()).join("\n");
}

/** The screen without the blank rows below the list. */
const compact = (shown: string) => shown.replace(/\n{2,}(?= ─)/, "\n");

const key = (inbox: Inbox, name: string) =>
  changeInbox(inbox, { type: "key", key: { name }, room: { rows: 20, scroll: 0 }, mine: () => "none" });

describe("the inbox on the screen", () => {
  test("80 columns: who asks, what, since when, and what to know before opening an ask", () => {
    expect(compact(screen(live(database, deploy, features)))).toMatchInlineSnapshot(`
      " yourcall   3 waiting                                        ▸ Waiting     Log
       ─────────────────────────────────────────────────────────────────────────────
       claude · fix login · ~/shop
       > Database       Which database should we use for this project?        12 min
         Bash           fly deploy                                 approval    1 min

       loop · new service · ~/svc
         Features +1    Which features should we enable?           draft         now
       ─────────────────────────────────────────────────────────────────────────────
        enter open • space mark • x decline • / filter • tab log • ? keys • q quit"
    `);
  });

  test("the list takes the height of the screen, so that the keys stay in place when asks come and go", () => {
    for (const height of [20, 24, 40])
      for (const inbox of [live(), live(database), live(database, deploy, features)])
        expect(
          screen(inbox, 80, height)
            .split("\n")
            .findIndex((line) => line.includes("q quit")),
        ).toBe(height - 1);
  });

  test("five sessions are told apart by title, project, branch, worktree and subagent", () => {
    const agent = { name: "claude", session: "s3", title: "fix login", cwd: "/home/ana/shop" };
    // With a description of its own, so that no two are the same.
    const approval = (description: string) => ({ tool: "Bash", input: { command: "fly deploy", description } });
    const at = (id: string, more: object) =>
      wireAsk(id, { ...deploy, id, approval: approval(id), agent: { ...agent, ...more } });
    const shown = screen(
      live(
        at("d", { session: "s3", branch: "feat/sessions" }),
        at("e", { session: "s4", branch: "fix/login", worktree: "shop-2", subagent: "Explore" }),
        at("f", { session: "s4", branch: "fix/login", worktree: "shop-2" }),
        at("g", { session: "s5", cwd: "/home/ana/shop-3", worktree: "shop-3", branch: "x\u001b[31m\ny" }),
      ),
    );
    expect(compact(shown)).toMatchInlineSnapshot(`
      " yourcall   4 waiting                                        ▸ Waiting     Log
       ─────────────────────────────────────────────────────────────────────────────
       claude · fix login · ~/shop · feat/sessions
       > Bash           fly deploy                                 approval    1 min

       claude · fix login · ~/shop · fix/login · worktree shop-2
         Bash           fly deploy                         Explore, approval   1 min
         Bash           fly deploy                                 approval    1 min

       claude · fix login · ~/shop-3 · x y
         Bash           fly deploy                                 approval    1 min
       ─────────────────────────────────────────────────────────────────────────────
        enter open • space mark • x decline • / filter • tab log • ? keys • q quit"
    `);
  });

  test("a deadline is shown at every width, also in its last minute", () => {
    const soon = { ...database, expiresAt: new Date(noon + 20_000).toISOString() };
    expect(screen(live(soon))).toMatch(/Which database.* 1 min left {2}12 min/);
    expect(screen(live(soon), 120, 24)).toContain("1 min left");
  });

  test("on a low screen the list of keys scrolls; any other key closes it", () => {
    const pressed = (inbox: Inbox, pressing: { name: string; text?: string }) => {
      const { room } = viewInbox(inbox, { width: 80, height: 10, glyphs: unicodeGlyphs, now: noon });
      return changeInbox(inbox, { type: "key", key: pressing, room, mine: () => "none" });
    };
    const top = pressed(live(database), { name: "char", text: "?" });
    expect(screen(top, 80, 10)).toMatch(/▾ \d more: pgdn/);
    expect(screen(top, 80, 10)).not.toContain("questions keep waiting");
    const bottom = pressed(top, { name: "end" });
    expect(screen(bottom, 80, 10)).toContain("questions keep waiting");
    expect(screen(pressed(bottom, { name: "char", text: "q" }), 80, 10)).toContain("> Database");
  });

  test("20 by 8: only headers and ages are shown", () => {
    expect(screen(live(database, deploy, features), 20, 8)).toMatchInlineSnapshot(`
      " 3 waiting
       claude · fix logi…
       > Database 12 min
         Bash      1 min

       loop · new servic…
         Feat… +1    now
      enter open • q quit"
    `);
  });

  test('"nothing waiting" is not shown before the hub has listed the pending asks', () => {
    const open = changeInbox(startInbox(), { type: "link-changed", link: "live" });
    const away = changeInbox(startInbox(), { type: "link-changed", link: "reconnecting" });
    for (const inbox of [startInbox(), open, away]) expect(screen(inbox)).not.toMatch(/nothing (is )?waiting/i);
    expect(screen(open)).toContain("Loading…");
    expect(screen(away)).toContain("Looking for the hub…");
    expect(screen(live())).toMatch(/nothing waiting.*Nothing is waiting for you/s);
  });

  test("without a hub it says so, and keeps what it knows", () => {
    expect(screen(startInbox())).toContain("Looking for the hub…");
    const away = changeInbox(live(database), { type: "link-changed", link: "reconnecting" });
    expect(screen(away)).toContain("1 waiting   reconnecting…");
    expect(screen(away)).toContain("> Database");
  });

  test("an agent that has not been waiting for ten minutes is marked as gone", () => {
    const since = (count: number) => ({ count: 0, lastSeenAt: minutes(count) });
    expect(screen(live({ ...database, waiting: since(11) }))).toContain("agent gone");
    expect(screen(live({ ...database, waiting: since(9) }))).not.toContain("agent gone");
    expect(screen(live({ ...database, waiting: { ...since(11), count: 1 } }))).not.toContain("agent gone");
  });

  test("an ask that is for somebody says so in the list and when it is open", () => {
    const ask = { ...database, to: ["ana", "bo"] };
    expect(screen(live(ask))).toContain("for ana, bo");
    const context = { width: 60, height: 24, glyphs: unicodeGlyphs, now: noon, link: "live" } as const;
    const [head = []] = viewOffer(ask, startAnswering(ask), false, context).lines;
    expect(lineText(head)).toMatch(/^ for ana, bo {2}claude/);
  });

  test("an ended ask stays, in the quiet colour and with its outcome", () => {
    const inbox = changeInbox(live(database, deploy), { type: "ask-ended", ask: answered(database) });
    expect(screen(inbox)).toMatch(/> Database .* answered/);
    const below = changeInbox(live(database, deploy), { type: "ask-ended", ask: answered(deploy) });
    expect(screen(inbox)).toContain("1 waiting");
    const { lines } = viewInbox(below, { width: 80, height: 24, glyphs: unicodeGlyphs, now: noon });
    const row = lines.find((line) => lineText(line).includes("Bash"));
    expect(row?.slice(1).map(({ style }) => style)).toEqual(["dim", "dim", "dim", "dim"]);
    // Enter opens a pending ask.
    expect(key(inbox, "enter").page).toMatchObject({ type: "ask", id: "b" });
  });

  test("the last decision made here is shown below the list", () => {
    const open = key(live(database), "enter");
    const done = changeInbox(open, { type: "ask-ended", ask: answered(database, "Yes"), here: true });
    expect(screen(done)).toContain("✔ Sent Yes to claude · fix login");
    expect(screen(done)).toContain("Nothing is waiting for you.");
  });

  test("the log: when, what, where and by whom, newest first", () => {
    const log = changeInbox(key(live(), "tab"), {
      type: "log-page",
      request: { query: "" },
      page: {
        asks: [
          answered(database),
          { ...deploy, status: "cancelled", outcome: { status: "cancelled", at: minutes(0) } },
        ],
      },
    });
    expect(screen(log)).toMatch(/ > today \d\d:\d\d {2}claude · shop .*Database: No +web by ben/);
    expect(screen(log)).toContain("withdrawn: Bash  fly deploy");
    const reason = "the agent was interrupted in its own terminal";
    const withdrawn = wireAsk("w", { status: "cancelled", outcome: { status: "cancelled", reason, at: minutes(1) } });
    const page = { asks: [withdrawn] };
    const unread = changeInbox(key(live(), "tab"), { type: "log-page", request: { query: "" }, page });
    expect(screen(unread, 100)).toContain(reason);
  });

  test("the log shows the question of a script that gave it no name, cut for the answer", () => {
    const region = "Which region should the new service run in?";
    const unnamed = wireAsk("r", { questions: [question("Question", region)] });
    const empty = wireAsk("s", { questions: [question("", "Which port?")] });
    const page = { asks: [answered(unnamed, "Frankfurt"), answered(empty, "8080")] };
    const log = changeInbox(key(live(), "tab"), { type: "log-page", request: { query: "" }, page });
    expect(screen(log)).toMatch(/claude · shop +Which region.*… → Frankfurt +web by ben/);
    expect(screen(log)).toMatch(/Which port\? → 8080 +web by ben/);
    expect(screen(log, 80, 24, asciiGlyphs)).toContain("Which port? -> 8080");
    expect(screen(log, 140)).toContain(`${region} → Frankfurt`);
  });

  test("from 120 columns the list takes a third of the screen, up to 64 columns", () => {
    const joint = (width: number) => screen(live(database, deploy), width).split("\n")[1]?.indexOf("┬");
    expect([80, 100, 120, 130, 160, 192, 240].map(joint)).toEqual([-1, 40, 40, 43, 53, 64, 64]);
    for (const width of [100, 130, 200]) {
      const { lines } = viewInbox(live(database, deploy, features), {
        ...{ width, height: 24, glyphs: unicodeGlyphs, now: noon, home: "/home/ana" },
        preview: (ask) => startAnswering(ask),
      });
      const column = joint(width) ?? 0;
      expect(new Set(lines.slice(2, -2).map((line) => [...lineText(line)][column]))).toEqual(new Set(["│"]));
      for (const line of lines) expect(lineWidth(line)).toBeLessThan(width);
    }
  });

  test("120 columns: the focused ask is next to the list, in full, and scrolls on its own", () => {
    const wide = (inbox: Inbox, height = 20) =>
      viewInbox(inbox, {
        width: 120,
        height,
        glyphs: unicodeGlyphs,
        now: noon,
        home: "/home/ana",
        preview: (ask) => startAnswering(ask),
      });
    const text = (inbox: Inbox, height = 20) =>
      wide(inbox, height)
        .lines.map((line) => lineText(line).trimEnd())
        .join("\n");
    const inbox = live({ ...database, expiresAt: new Date(noon + 200_000).toISOString() }, deploy, features);
    expect(text(inbox)).toMatchInlineSnapshot(`
      " yourcall   3 waiting · 1 approval · 1 expires in 4 min                                              ▸ Waiting     Log
      ────────────────────────────────────────┬──────────────────────────────────────────────────────────────────────────────
       claude · fix login · ~/shop            │  claude · fix login                                                    ~/shop
      ▌Database                    4 min left │
      ▌  Which database should we use for th… │  Database
       Bash                   approval  1 min │  Which database should we use for this project?
         fly deploy                           │
                                              │  1   ○ Yes
       loop · new service · ~/svc             │  2   ○ No
       Features  2 questions       draft  now │  3   ○ Other
         Which features should we enable?     │        Type something else…
                                              │
                                              │
                                              │
                                              │
                                              │
                                              │
                                              │
      ────────────────────────────────────────┴──────────────────────────────────────────────────────────────────────────────
        ↑↓ move • enter answer • l later • space mark • x decline • / filter • tab log • ? keys • q quit"
    `);
    expect(wide(inbox).lines.filter((line) => line[1]?.style === "inverse")).toHaveLength(2);
    const small = wide(inbox, 10);
    expect(small.room.scroll).toBeGreaterThan(0);
    const scrolled = changeInbox(inbox, {
      type: "key",
      key: { name: "pagedown" },
      room: small.room,
      mine: () => "none",
    });
    expect(text(inbox, 10)).not.toContain("Other");
    expect(text(scrolled, 10)).toContain("○ Other");
    expect(text(key(inbox, "down"))).toContain("fly deploy");
  });

  test("where the list continues off the screen, the rest is counted", () => {
    const many = live(...Array.from({ length: 30 }, (_, index) => wireAsk(`ask${index}`)));
    expect(screen(many, 80, 12)).toMatch(/▾ 2\d more/);
    expect(screen(key(many, "end"), 80, 12)).toMatch(/▴ 2\d more/);
    const groups = Array.from({ length: 9 }, (_, index) =>
      wireAsk(`ask${index}`, { agent: { name: "loop", session: `s${index}`, title: `run ${index}` } }),
    );
    // No row is left blank above the first heading, and no heading is shown without its asks.
    expect(
      screen(live(...groups), 80, 12)
        .split("\n")
        .slice(1, -1)
        .join("\n"),
    ).toMatchInlineSnapshot(`
      " ─────────────────────────────────────────────────────────────────────────────
       loop · run 0
       > ask0           What about ask0?                                         now

       loop · run 1
         ask1           What about ask1?                                         now


       ▾ 7 more
       ─────────────────────────────────────────────────────────────────────────────"
    `);
    const middle = ["down", "down", "down", "down"].reduce(key, live(...groups));
    expect(screen(middle, 80, 12).split("\n").slice(1, -1).join("\n")).toMatchInlineSnapshot(`
      " ─────────────────────────────────────────────────────────────────────────────
       ▴ 3 more
         ask3           What about ask3?                                         now

       loop · run 4
       > ask4           What about ask4?                                         now


       ▾ 4 more
       ─────────────────────────────────────────────────────────────────────────────"
    `);
  });

  test("marked asks are declined together, after a confirmation", () => {
    const press = (inbox: Inbox, ...texts: string[]) =>
      texts.reduce(
        (state, text) =>
          changeInbox(state, {
            type: "key",
            key: text.length > 1 ? { name: text } : { name: "char", text },
            room: { rows: 20, scroll: 0 },
            mine: () => "none",
          }),
        inbox,
      );
    const marked = press(live(database, deploy, features), " ", "down", "down", " ");
    expect(screen(marked)).toContain("x decline 2 marked");
    expect(screen(marked)).toMatch(/^✔ {2}Database/m);
    const asked = press(marked, "x");
    expect(screen(asked)).toContain("Decline these 2 asks?");
    expect(press(asked, "escape")).toMatchObject({ page: null, declining: null });
    expect(press(asked, "y")).toEqual(asked);
    expect(press(asked, "enter")).toMatchObject({ page: null, declining: ["a", "c"] });
  });

  test("l puts an ask off: the next one has the focus, after sending too", () => {
    const press = (inbox: Inbox, text: string) =>
      changeInbox(inbox, {
        type: "key",
        key: { name: "char", text },
        room: { rows: 20, scroll: 0 },
        mine: () => "none",
      });
    const later = press(live(database, deploy, features), "l");
    expect(screen(later)).toMatch(/ {3}Database .*later .*\n > Bash/);
    const sent = changeInbox(key(later, "enter"), { type: "ask-ended", ask: answered(deploy), here: true });
    expect(screen(sent)).toContain("> Features");
    const all = press(sent, "l");
    expect(screen(all)).toMatch(/> Features .*The rest is for later\./s);
  });

  test("after sending, the next pending ask has the focus, and the sent one is gone", () => {
    const open = key(live(database, deploy, features), "enter");
    const done = changeInbox(open, { type: "ask-ended", ask: answered(database, "Yes"), here: true });
    expect(screen(done)).toContain("> Bash");
    expect(screen(done)).not.toMatch(/Database {3}/);
    expect(screen(done)).toContain("✔ Sent Yes to claude · fix login");
  });

  test("1,000 asks: only the visible rows are built, including the cursor's", () => {
    const many = Array.from({ length: 1000 }, (_, index) => wireAsk(`ask${index}`));
    let inbox = live(...many);
    expect(screen(inbox).split("\n")).toHaveLength(24);
    inbox = key(inbox, "end");
    expect(screen(inbox)).toContain("> ask999");
    expect(screen(key(inbox, "up"))).toContain("> ask998");
  });

  test("only ASCII if the terminal shows nothing else", () => {
    const palette = createPalette("unknown", "none", asciiGlyphs);
    const list = live(database, features);
    const pressed = (text: string) =>
      changeInbox(list, { type: "key", key: { name: text, text }, room: { rows: 20, scroll: 0 }, mine: () => "none" });
    for (const [inbox, width] of [
      [list, 80],
      [list, 20],
      [pressed("?"), 80],
      [key(list, "tab"), 80],
    ] as const)
      expect(palette("text", screen(inbox, width, 24, asciiGlyphs))).toMatch(/^[\n -~]*$/);
    expect(palette("text", screen(list, 80, 24, asciiGlyphs))).toContain("claude - fix login - ~/shop");
  });

  test("no line is wider and no frame higher than the screen", () => {
    const help = changeInbox(live(database, deploy, features), {
      type: "key",
      key: { name: "char", text: "?" },
      room: { rows: 9, scroll: 0 },
      mine: () => "none",
    });
    const filtered = changeInbox(
      changeInbox(live(database), {
        type: "key",
        key: { name: "char", text: "/" },
        room: { rows: 9, scroll: 0 },
        mine: () => "none",
      }),
      { type: "paste", text: "日本語のとても長い検索語日本語のとても長い検索語" },
    );
    const states = [live(database, deploy, features), help, filtered, startInbox(), key(live(), "tab")];
    fc.assert(
      fc.property(
        fc.constantFrom(...states),
        fc.integer({ min: 20, max: 140 }),
        fc.integer({ min: 8, max: 40 }),
        (inbox, width, height) => {
          const { lines } = viewInbox(inbox, { width, height, glyphs: unicodeGlyphs, now: noon });
          expect(lines.length).toBeLessThanOrEqual(height);
          for (const line of lines) expect(lineWidth(line)).toBeLessThan(width);
        },
      ),
    );
  });
});

describe("one decision in full", () => {
  const read = (ask: WireAsk, width = 70) =>
    viewDecision(ask, { width, glyphs: unicodeGlyphs, now: noon, home: "/home/ana" })
      .map((line) => lineText(line).trimEnd())
      .join("\n");

  test("shows question, options with the chosen one marked, typed text, who, where, how, and after how long", () => {
    const ask = answered(wireAsk("Cache"));
    if (ask.outcome?.status !== "answered") throw new Error("not answered");
    const [answer] = ask.outcome.answers;
    if (answer === undefined) throw new Error("no answer");
    const text = read({
      ...ask,
      outcome: { ...ask.outcome, answers: [{ ...answer, notes: "for now" }], comment: "Ask again in spring." },
    });
    expect(text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "DATE")).toMatchInlineSnapshot(`
      " claude · fix login · ~/shop
       asked DATE

       Cache
        What about Cache?
         ○ Yes (Recommended)
           Go on
         ● No
           Stop
         Note: for now

       Comment
        Ask again in spring.

       Answered in web by ben (click), DATE, after 2 min."
    `);
  });

  test("an approval shows the tool and its input", () => {
    const ask = {
      ...deploy,
      questions: [{ ...question("Deploy", "May I?"), options: [{ label: "allow-once" }, { label: "deny" }] }],
    };
    const text = read(answered(ask, "deny"));
    expect(text).toContain("Tool: Bash (command, 1 line)\n    fly deploy\n");
    expect(text).toContain("● Deny");
  });

  test("an answer that did not reach its agent says so, and one given in the agent's own window says where", () => {
    const delivery = { state: "refused", at: new Date(noon).toISOString(), note: "it went on with Yes" } as const;
    expect(read({ ...answered(wireAsk("Cache")), delivery })).toContain(
      "It did not reach Claude: it went on with Yes.",
    );
    const ask = answered(wireAsk("Cache"));
    if (ask.outcome?.status !== "answered") throw new Error("not answered");
    const outcome = { ...ask.outcome, by: { surface: "claude-code", act: "reported" } as const };
    expect(read({ ...ask, outcome })).toContain("Answered in Claude Code (reported), ");
  });

  test("an unanswered ask shows no answer", () => {
    const at = new Date(noon).toISOString();
    const text = read({ ...database, status: "expired", outcome: { status: "expired", at } });
    expect(text).toContain("Nobody answered.");
    expect(text).not.toContain("●");
  });
});
