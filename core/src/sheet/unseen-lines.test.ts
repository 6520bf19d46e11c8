import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toEffect } from "../approval-options.ts";
import { toApprovalAsk } from "../ask.ts";
import type { Ask } from "../schemas.ts";
import { arbitraryAsk } from "../testing/arbitrary-ask.ts";
import { checkSheet, parseSheet } from "./parse-sheet.ts";
import { renderSheet } from "./render-sheet.ts";

const command = Array.from({ length: 300 }, (_, index) => `echo step ${index + 1}`).join("\n");
const long = toApprovalAsk({ tool: "Bash", input: { command } });
const own = (options: { id: string; label: string; effect: "deny" | "allow-once" | "allow-always" }[]) =>
  toApprovalAsk({ tool: "Bash", input: { command }, options });

const keep = (sheet: string, start: string) =>
  sheet
    .split("\n")
    .filter((line) => !line.startsWith("- ") || line.startsWith(start))
    .join("\n");

const allowing = keep(renderSheet(long, { canAllow: true }), "- allow-once");
const [first, last] = [6, 6 + 2 + 300];

test("an approval is allowed only after every line of it has been on the screen", () => {
  expect(allowing.split("\n")[last - 1]).toBe("> echo step 300");
  const allow = { errors: [], answers: [{ selectedOptions: ["allow-once"] }] };
  expect(parseSheet(allowing, long, { seen: [[first, last]] })).toMatchObject(allow);
  expect(
    parseSheet(allowing, long, {
      seen: [
        [200, 400],
        [1, 210],
      ],
    }),
  ).toMatchObject(allow);
  expect(parseSheet(`\n\n${allowing}`, long, { seen: [[first + 2, last + 2]] })).toMatchObject(allow);
  expect(
    checkSheet(allowing, long, {
      seen: [
        [1, 40],
        [100, 400],
      ],
    }),
  ).toEqual({
    answers: [],
    errors: [{ line: 41, message: "Lines 41 to 99 have not been on the screen. Read on from here, then send again." }],
    progress: [{ line: 5, text: "not all of it has been on the screen yet" }],
  });
  expect(parseSheet(allowing, long, { seen: [[1, last - 1]] }).errors).toEqual([
    { line: last, message: `Line ${last} has not been on the screen. Read on from here, then send again.` },
  ]);
  for (const seen of [[], undefined]) expect(parseSheet(allowing, long, { seen }).answers).toEqual([]);
});

test("an approval whose text was changed in the sheet is not allowed", () => {
  for (const changed of [allowing.replace("> echo step 7\n", ""), allowing.replace("step 7\n", "step 8\n")])
    expect(parseSheet(changed, long, { seen: [[1, 400]] })).toMatchObject({
      answers: [],
      errors: [{ line: 5, message: "The lines above the options were changed. Undo that before you allow it." }],
    });
});

test("denying needs nothing to be seen", () => {
  expect(parseSheet(keep(renderSheet(long, { canAllow: true }), "- deny"), long, { seen: [] })).toMatchObject({
    errors: [],
    answers: [{ selectedOptions: ["deny"] }],
  });
});

test("a sheet for an editor that cannot tell what was seen offers only to deny, and says where to allow", () => {
  const sheet = renderSheet(toApprovalAsk({ tool: "Bash", input: { command: "fly deploy" } }), { id: "ask_7Q2F" });
  expect(sheet).toBe(`<!-- yourcall ask_7Q2F -->
<!-- This sheet can only deny, since an editor cannot tell whether all of it was on your screen. To allow it: yourcall answer ask_7Q2F, or an inbox. -->
<!-- To deny, delete the line "(keep all: delete this line)". A remark: write note: and your words. Not now: quit without saving. -->

## 1 Approval · deny only
> May the agent use Bash?
>
> Bash
> fly deploy

- deny — The agent is told no
- (keep all: delete this line)

## Comment

<!-- /yourcall -->
`);
  const ask = toApprovalAsk({ tool: "Bash", input: { command: "fly deploy" } });
  expect(parseSheet(sheet, ask).errors).toHaveLength(1);
  expect(parseSheet(keep(sheet, "- deny"), ask).answers).toMatchObject([{ selectedOptions: ["deny"] }]);
  for (const line of ["- allow-once", "- [x] allow-always — This call and others like it"])
    expect(parseSheet(sheet.replace("- deny", `${line}\n- deny`), ask).errors).toEqual([
      { line: 11, message: "This sheet can only deny. To allow it, use a prompt of yourcall or an inbox." },
    ]);
});

test("the choices of a host follow the same rule by their effect", () => {
  const yes = { id: "ok", label: "Yes", effect: "allow-once" } as const;
  const no = { id: "no", label: "No, keep planning", effect: "deny" } as const;
  const never = { id: "never", label: "Never", effect: "deny" } as const;
  const bullets = (ask: Ask) =>
    renderSheet(ask)
      .split("\n")
      .filter((line) => line.startsWith("- "));
  expect(bullets(own([yes, no]))).toEqual([
    "- No, keep planning — The agent is told no",
    "- (keep all: delete this line)",
  ]);
  expect(bullets(own([yes, no, never]))).toHaveLength(2);
  expect(bullets(own([yes]))).toEqual(["- Deny — The agent is told no", "- (keep all: delete this line)"]);
  const allowed = keep(renderSheet(own([yes, no]), { canAllow: true }), "- Yes");
  expect(parseSheet(allowed, own([yes, no]), { seen: [[1, 400]] }).answers).toMatchObject([
    { selectedOptions: ["ok"] },
  ]);
  expect(parseSheet(allowed, own([yes, no]), { seen: [[1, 40]] }).answers).toEqual([]);
  expect(parseSheet(allowed, own([yes, no])).answers).toEqual([]);
});

test("no edit of a sheet allows anything that was not seen whole", () => {
  const arbitraryApproval = arbitraryAsk.filter(({ kind }) => kind === "approval");
  const arbitraryEdits = fc.array(fc.tuple(fc.nat(200), fc.constantFrom("delete", "repeat", "tick")), { maxLength: 4 });
  const arbitraryUse = fc.record({ kept: fc.nat(4), canAllow: fc.boolean(), seen: fc.nat(30) });
  fc.assert(
    fc.property(arbitraryApproval, arbitraryEdits, arbitraryUse, (ask, edits, { kept, canAllow, seen }) => {
      const sheet = renderSheet(ask, { canAllow }).split("\n");
      const block = sheet.filter((line) => line.startsWith(">")).length;
      const bullets = sheet.flatMap((line, at) => (line.startsWith("- ") ? [at] : []));
      // As a person chooses: the other lines of the list are deleted.
      const lines = sheet.filter((_, at) => !bullets.includes(at) || at === bullets[kept]);
      for (const [place, how] of edits) {
        const at = place % lines.length;
        const line = lines[at] ?? "";
        if (how === "delete") lines.splice(at, 1);
        else if (how === "repeat") lines.splice(at, 0, line);
        else lines[at] = line.replace(/^- /, "- [x] ");
      }
      const given = canAllow && seen < block ? ([[1, seen]] as const) : undefined;
      const { answers } = parseSheet(lines.join("\n"), ask, { seen: given });
      const effect = toEffect(ask, { status: "answered", answers, by: { surface: "sheet", act: "sheet" }, at: "" });
      expect(effect ?? "deny").toBe("deny");
    }),
    { numRuns: 300 },
  );
});
