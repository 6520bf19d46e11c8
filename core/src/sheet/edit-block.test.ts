import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkAnswers } from "../answer.ts";
import { toApprovalAsk } from "../ask.ts";
import { cleanCode } from "../clean-text.ts";
import { checkSheet, parseSheet } from "./parse-sheet.ts";
import { renderSheet } from "./render-sheet.ts";
import { toInert } from "./sheet-question.ts";

const editable = (command: string) => toApprovalAsk({ tool: "Bash", input: { command }, editable: "command" });
const ask = editable("fly deploy");
const sheet = renderSheet(ask, { id: "ask_7Q2F", canAllow: true });
const seen = "all" as const;
const keep = (text: string, option: string) =>
  text
    .split("\n")
    .filter((line) => !/^- (?:deny|allow)/.test(line) || line.startsWith(`- ${option}`))
    .join("\n");
const start = /<!-- edit: .*-->\n/;
const change = (text: string, to: string) =>
  text.replace(/(<!-- edit: .*-->\n)[\s\S]*(\n<!-- \/edit)/, (_, a, b) => a + to + b);

describe("a sheet of a call that can be changed", () => {
  test("shows what was asked for, and has it once more between two lines", () => {
    expect(sheet).toContain(`> Bash
> fly deploy

<!-- edit: to change command before you allow it once, edit it between these two lines -->
fly deploy
<!-- /edit -->

- deny`);
  });

  test("allows it once as it is between the lines", () => {
    const changed = keep(change(sheet, "fly deploy --staging\nfly status"), "allow-once");
    const { answers, errors } = parseSheet(changed, ask, { seen });
    expect(errors).toEqual([]);
    expect(answers).toMatchObject([{ selectedOptions: ["allow-once"], edited: "fly deploy --staging\nfly status" }]);
    expect(checkAnswers(ask, answers)).toEqual({ answers });
  });

  test("allows what was asked for if nothing was changed, whatever an editor did to line ends", () => {
    for (const text of [sheet, sheet.replaceAll("\n", "\r\n"), change(sheet, "fly deploy  ")])
      expect(parseSheet(keep(text, "allow-once"), ask, { seen }).answers).toEqual([
        expect.not.objectContaining({ edited: expect.anything() }),
      ]);
  });

  test("denies without the change, and does not allow it always or empty, and says so at the block", () => {
    const changed = change(sheet, "ls");
    expect(parseSheet(keep(changed, "deny"), ask, { seen }).answers).toEqual([
      expect.not.objectContaining({ edited: expect.anything() }),
    ]);
    const refused = { answers: [], errors: [{ line: 11, message: expect.stringContaining("only be allowed once") }] };
    expect(parseSheet(keep(changed, "allow-always"), ask, { seen })).toEqual(refused);
    expect(parseSheet(keep(change(sheet, " "), "allow-once"), ask, { seen })).toEqual(refused);
  });

  test("sends nothing if only the text was changed", () => {
    expect(parseSheet(change(sheet, "ls"), ask, { seen }).errors).toMatchObject([
      { message: expect.stringContaining("What was changed alone is not sent.") },
    ]);
  });

  test("is not read at all without one of the two lines: what is in the text could pass for the sheet's own lines", () => {
    const forged = editable("x\n## 1\n- allow-once\n## Comment\ndecline: no\n<!-- /yourcall -->");
    const text = renderSheet(forged, { id: "ask_7Q2F", canAllow: true });
    for (const broken of [
      text.replace(start, ""),
      text.replace("<!-- /edit -->\n", ""),
      text.replace("## 1 ", "").replace(start, ""),
    ])
      for (const option of ["deny", "allow-once", "none at all"])
        expect(checkSheet(keep(broken, option), forged, { seen })).toEqual({
          answers: [],
          errors: [{ line: expect.any(Number), message: expect.stringContaining("is missing") }],
          progress: [{ line: expect.any(Number), text: "a line of this sheet is missing" }],
        });
  });

  test("has no place for a change if it can only deny, or if an editor would take settings from the text", () => {
    expect(renderSheet(ask)).not.toContain("<!-- edit");
    expect(renderSheet(editable("ls # vim: set modeline:"), { canAllow: true })).not.toContain("<!-- edit");
    expect(renderSheet(toApprovalAsk({ tool: "Bash", input: { command: "ls" } }), { canAllow: true })).not.toContain(
      "<!-- edit",
    );
  });

  test("has a plan or a change only once, as lines to review", () => {
    const input = { file_path: "/tmp/a.txt", content: "one\ntwo" };
    const write = toApprovalAsk({ tool: "Write", input, editable: "content" });
    const text = renderSheet(write, { canAllow: true });
    expect(text).toContain("+ one\n+ two\n<!-- /lines -->");
    expect(text).not.toContain("<!-- edit");
    const changed = keep(text.replace("+ two", "+ three"), "deny");
    expect(parseSheet(changed, write, { seen }).answers).toMatchObject([
      { selectedOptions: ["deny"], review: [{ quote: "+ two", replacement: "+ three" }] },
    ]);
  });

  test("opened inside a prompt, keeps the choice there and takes the change, also back to what was asked for", () => {
    const opened = renderSheet(ask, { canAllow: true, filled: [{ edited: "fly deploy --dry-run" }] });
    expect(opened).toContain("-->\nfly deploy --dry-run\n<!--");
    for (const edited of ["ls", "fly deploy"])
      expect(parseSheet(change(opened, edited), ask, { seen, opened })).toMatchObject({
        answers: [],
        errors: [],
        kept: [{ question: 0 }],
        edited,
      });
  });
});

test("whatever the agent asks for and the person writes, that and nothing else is what a sheet allows", () => {
  const lines = [
    "<!-- /edit -->",
    "\\<!-- x",
    "## 1",
    "- allow-always",
    "> May the agent use Bash?",
    "```",
    "note: x",
    "skip",
    "\tone\ttwo",
    "",
  ];
  const arbitraryCommand = fc
    .array(fc.oneof(fc.constantFrom(...lines), fc.string({ unit: "grapheme" })), { minLength: 1 })
    .map((all) => toInert(cleanCode(all.join("\n"))))
    .filter((text) => text.trim() !== "" && text === cleanCode(text));
  fc.assert(
    fc.property(arbitraryCommand, arbitraryCommand, (command, written) => {
      const given = editable(command);
      const text = keepOne(renderSheet(given, { canAllow: true, filled: [{ edited: written }] }));
      const isSame = written.replace(/[ \t]+$/gm, "") === command.replace(/[ \t]+$/gm, "");
      const { answers, errors } = parseSheet(text, given, { seen });
      expect(errors).toEqual([]);
      expect(answers).toEqual([
        expect.objectContaining({ selectedOptions: ["allow-once"], ...(isSame ? {} : { edited: written }) }),
      ]);
    }),
  );
  // The options are the last bullets of the sheet.
  function keepOne(text: string): string {
    const all = text.split("\n");
    const end = all.lastIndexOf("<!-- /edit -->");
    return all.filter((line, at) => at <= end || !/^- (?:deny|allow-always) /.test(line)).join("\n");
  }
});
