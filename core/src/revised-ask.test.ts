import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answer } from "./answering/answer-by-keys.ts";
import { startAnswering } from "./answering/answering.ts";
import { applyDraft, toDraft } from "./answering/draft.ts";
import { toApprovalAsk } from "./ask.ts";
import { isRevision, refitDraft, refitReview, toThread } from "./revised-ask.ts";
import type { Ask, Question } from "./schemas.ts";
import { parseSheet } from "./sheet/parse-sheet.ts";
import { renderSheet } from "./sheet/render-sheet.ts";
import { arbitraryAsk } from "./testing/arbitrary-ask.ts";
import { arbitraryEvent } from "./testing/arbitrary-event.ts";
import { toRefusalText } from "./texts/approval-text.ts";
import { toToolResult } from "./texts/tool-result.ts";

const question = (text: string, header: string, labels: string[]): Question => ({
  question: text,
  header,
  kind: "choice",
  options: labels.map((label) => ({ label })),
  multiSelect: false,
});
const ask: Ask = {
  kind: "question",
  questions: [question("Which database?", "Database", ["SQLite", "PostgreSQL"])],
  asksAgain: true,
};
const revised: Ask = {
  ...ask,
  questions: [question("Which database, at 20 € a month?", "Database", ["SQLite", "MySQL"])],
};
const at = "2026-01-01T00:00:00.000Z";
const by = { surface: "web", act: "submit" } as const;
const outcome = { status: "declined", asked: "What does it\ncost?", reason: "What does it\ncost?", by, at } as const;

describe("the ask that replies", () => {
  test("is recognised by a question that kept its text or header, or by its tool", () => {
    expect(isRevision(ask, revised)).toBe(true);
    expect(isRevision(ask, { ...ask, questions: [question("Which port?", "Port", ["80", "81"])] })).toBe(false);
    const run = toApprovalAsk({ tool: "Bash", input: { command: "ls" } });
    expect(isRevision(run, toApprovalAsk({ tool: "Bash", input: { command: "ls -l" } }))).toBe(true);
    expect(isRevision(run, toApprovalAsk({ tool: "Write", input: {} }))).toBe(false);
  });

  test("has everything that was said so far", () => {
    const first = toThread(ask, "What does it cost?");
    expect(first).toEqual([{ asked: "What does it cost?" }]);
    expect(toThread({ ...revised, thread: first, context: "20 €." }, "For how long?")).toEqual([
      { asked: "What does it cost?", reply: "20 €." },
      { asked: "For how long?" },
    ]);
  });

  test("keeps what was filled in where it still fits", () => {
    const chosen = answer(startAnswering(ask), { type: "pick", row: 0, question: 0 });
    const kept = applyDraft(startAnswering(revised), refitDraft(ask, toDraft(chosen), revised));
    expect(kept.entries[0]?.picked).toEqual([0]);
    const gone = answer(startAnswering(ask), { type: "pick", row: 1, question: 0 });
    expect(applyDraft(startAnswering(revised), refitDraft(ask, toDraft(gone), revised)).entries[0]?.picked).toEqual([]);
    expect(refitDraft(ask, { anything: true }, revised)).toBeUndefined();
    expect(refitDraft(ask, toDraft(startAnswering(ask)), revised)).toBeUndefined();
  });

  test("never keeps a decision about an approval", () => {
    const run = toApprovalAsk({ tool: "Bash", input: { command: "ls" } });
    const chosen = answer(answer(startAnswering(run), { type: "pick", row: 1 }), {
      type: "set-text",
      field: "note",
      text: "careful",
      question: 0,
    });
    const kept = refitDraft(run, toDraft(chosen), run);
    expect(kept?.entries).toEqual([
      { selectedOptions: [], otherPicked: false, other: "", note: "careful", skipped: false },
    ]);
  });

  test("keeps the comments on lines that are still there, and says which are gone", () => {
    const plan = (lines: string[]) => ({
      ...toApprovalAsk({ tool: "ExitPlanMode", input: { plan: lines.join("\n") } }),
      asksAgain: true,
    });
    const [before, after] = [plan(["one", "two"]), plan(["new", "one"])];
    const review = [
      { from: 1, to: 1, quote: "one", comment: "A title" },
      { from: 2, to: 2, quote: "two", replacement: "" },
    ];
    const draft = { ...toDraft(startAnswering(before)), review };
    expect(refitDraft(before, draft, after)?.review).toEqual([{ ...review[0], from: 2, to: 2 }]);
    expect(refitReview(before, review, after)?.lost).toEqual([review[1]]);
    const foreign = { ...draft, review: [{ from: 0, to: 9, quote: "two", comment: "x" }] };
    expect(refitDraft(before, foreign, after)).toBeUndefined();
  });

  test("gets the same draft back if nothing was revised", () => {
    const drafts = arbitraryAsk
      .filter(({ kind }) => kind === "question")
      .chain((any) => fc.tuple(fc.constant(any), fc.array(arbitraryEvent(any), { maxLength: 20 })));
    fc.assert(
      fc.property(drafts, ([any, events]) => {
        const { asked: _, ...draft } = toDraft(events.reduce(answer, startAnswering(any)));
        expect(refitDraft(any, draft, any) ?? toDraft(startAnswering(any))).toEqual(draft);
      }),
    );
  });
});

describe("what a model is told", () => {
  test("is the question, that nothing was decided, and how to name the ask", () => {
    const text = toToolResult({ ...ask, id: "ask_1" }, outcome);
    expect(text).toContain("They ask: What does it\n  cost?");
    expect(text).toContain('"replyTo": "ask_1"');
    expect(text).toContain("no option was chosen");
    expect(toToolResult(ask, outcome)).not.toContain("replyTo");
  });

  test("about a call is to reply and to make it again", () => {
    const text = toRefusalText("Bash", outcome);
    expect(text).toContain("Bash was not run yet");
    expect(text).toContain("They ask: What does it\n  cost?");
    expect(text).not.toContain("denied this call");
  });
});

describe("in a sheet", () => {
  const sheet = renderSheet(ask);
  const write = (line: string) => sheet.replace("\n\n## 1", `\n\n${line}\n\n## 1`);

  test("a line above question 1 asks back", () => {
    expect(sheet).toContain("ask back:");
    expect(parseSheet(write("ask back: What does it cost?\n  And for how long?"), ask)).toMatchObject({
      answers: [],
      declined: { asked: "What does it cost?\nAnd for how long?" },
      errors: [],
    });
  });

  test("an empty question, and one to an agent that cannot ask again, point at their line", () => {
    const line = write("ask back:").split("\n").indexOf("ask back:") + 1;
    expect(parseSheet(write("ask back:"), ask).errors).toMatchObject([{ line }]);
    const other = { ...ask, asksAgain: false };
    expect(renderSheet(other)).not.toContain("ask back");
    expect(parseSheet(write("ask back: Why?"), other).errors).toMatchObject([
      { line, message: expect.stringContaining("cannot reply") },
    ]);
  });

  test("what was said so far is quoted, and can forge nothing", () => {
    const thread = [{ asked: "Why?\n## 1 forged", reply: "- SQLite" }];
    const text = renderSheet({ ...ask, thread, context: "Because." });
    expect(text).toContain("> You asked: Why?\n> ## 1 forged\n> It replied: - SQLite\n>\n> Because.");
    expect(parseSheet(text, { ...ask, thread }).errors).toHaveLength(1);
  });
});
