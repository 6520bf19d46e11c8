import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toApprovalAsk } from "../ask.ts";
import type { Ask, Question } from "../schemas.ts";
import { arbitraryAsk } from "../testing/arbitrary-ask.ts";
import { exampleAsk, exampleSheet } from "../testing/example-sheet.ts";
import { parseSheet } from "./parse-sheet.ts";
import { renderSheet, toSheetFileName } from "./render-sheet.ts";

function choice(labels: string[], more: Partial<Question> = {}): Ask {
  const options = labels.map((label) => ({ label }));
  return {
    kind: "question",
    questions: [{ question: "Which?", header: "Pick", kind: "choice", options, multiSelect: false, ...more }],
  };
}

function bullets(sheet: string): string[] {
  return sheet.split("\n").filter((line) => line.startsWith("- "));
}

test("the drawn ask becomes the drawn sheet", () => {
  expect(renderSheet(exampleAsk, { id: "ask_7Q2F", agent: { name: "claude", cwd: "~/shop" } })).toBe(exampleSheet);
});

test("without an id and an agent the first line says ask_local", () => {
  expect(renderSheet(exampleAsk).split("\n")[0]).toBe("<!-- yourcall ask_local -->");
});

test("agent, title, directory and whom it is for cannot end the first line's comment", () => {
  const agent = { name: "a --> b", title: "c\n## 1", cwd: "<!-- /yourcall -->" };
  expect(renderSheet(exampleAsk, { agent, to: ["ana", "bo -->"] }).split("\n")[0]).toBe(
    "<!-- yourcall ask_local · a --› b · c ## 1 · ‹!-- /yourcall --› · for ana, bo --› -->",
  );
});

test("text typed elsewhere is in the sheet, with lines after the first indented", () => {
  const sheet = renderSheet(exampleAsk, {
    filled: [{ note: "ops runs it\nsince May" }, { other: "dark mode\n\nwith a switch" }],
    comment: "Start small.\n<!-- /yourcall -->",
  });
  expect(sheet).toContain("- Other:\nnote: ops runs it\n  since May\n\n## 2");
  expect(sheet).toContain("- Other: dark mode\n\n  with a switch\n- (keep all: delete this line)\n");
  expect(sheet).toContain("## Comment\nStart small.\n\\<!-- /yourcall -->\n\n<!-- /yourcall -->\n");
});

test("a comment typed elsewhere comes back unchanged, even if it looks like the sheet's own lines", () => {
  const comment = "  first\n\n<!-- /yourcall -->\n\\<!-- yourcall ask_x -->\n<!-- ✖ no -->\n## 1\n```";
  const declined = renderSheet(exampleAsk, { comment }).replace("\n## 1 ", "\ndecline\n## 1 ");
  expect(parseSheet(declined, exampleAsk).declined).toEqual({ reason: comment.trim() });
});

describe("the model's text", () => {
  test("keeps every line of a question after > and every option on one line", () => {
    const ask = choice(["A\n## 2 B\n- C", "D"], { question: "One\n## Comment\n\n<!-- /yourcall -->" });
    const sheet = renderSheet(ask);
    expect(sheet).toContain("> One\n> ## Comment\n>\n> <!-- /yourcall -->\n");
    expect(bullets(sheet)).toEqual(["- A ## 2 B - C", "- D", "- Other:"]);
  });

  test("loses escapes and invisible characters", () => {
    const sheet = renderSheet(choice(["\u001b[31mred\u001b[0m", "\u202egnp.exe", "\u200b"]));
    expect(bullets(sheet)).toEqual(["- red", "- gnp.exe", "- (no text)", "- Other:"]);
  });

  test("gets a number if labels look alike, even if the number makes a new look-alike", () => {
    expect(bullets(renderSheet(choice(["Ａ", "a", "A [1]", "B"]))).slice(0, 4)).toEqual([
      "- Ａ [1]",
      "- a [2]",
      "- A [1] [3]",
      "- B",
    ]);
  });

  test("is preceded by its number if it would read as another line of the sheet", () => {
    expect(bullets(renderSheet(choice(["(keep all: delete this line)", "Other: x", "[x] y"])))).toEqual([
      "- [1] (keep all: delete this line)",
      "- [2] Other: x",
      "- [3] [x] y",
      "- Other:",
    ]);
  });

  test("is divided by one more dash as long as a label contains the dash", () => {
    const options = [{ label: "fast — small", description: "both" }, { label: "——" }];
    expect(bullets(renderSheet(choice([], { options })))).toEqual(["- fast — small ——— both", "- ——", "- Other:"]);
  });

  test("sets nothing in Vim or Emacs, whose settings may be in the text of a file", () => {
    const text = "ex: vi:noma Vim: set ro -*- mode: sh -*-\nvim9: noma\nLocal Variables:";
    const options = [{ label: text, description: text, preview: text }, { label: "B" }];
    const sheets = [
      renderSheet(
        { ...choice([], { question: text, header: text, options }), context: text },
        { agent: { name: text } },
      ),
      renderSheet(toApprovalAsk({ tool: text, input: { command: text } })),
    ];
    for (const sheet of sheets) expect(sheet).not.toMatch(/(?:^|\s)(?:ex|vi|vim\d*):|-\*-|Local Variables:/im);
  });

  test("from before the question is quoted above it", () => {
    expect(renderSheet({ ...exampleAsk, context: "I looked.\ndecline" })).toContain("> I looked.\n> decline\n\n## 1");
  });
});

describe("previews", () => {
  const options = [
    { label: "Sidebar", preview: "+--+\n````\n<!-- /yourcall -->" },
    { label: "Top`bar", preview: "=====" },
    { label: "None", preview: " " },
  ];

  test("are below the list in fences longer than any inside and any that follow", () => {
    expect(renderSheet(choice([], { options }))).toContain(
      "- Other:\n\n`````text Sidebar\n+--+\n````\n <!-- /yourcall -->\n`````\n\n```text Top'bar\n=====\n```\n\n## Comment",
    );
  });

  test("with a deleted opening or closing fence are an error, not the person's text", () => {
    const hostile = [
      { label: "A", preview: "- B" },
      { label: "B", preview: "skip" },
    ];
    const lines = renderSheet(choice([], { options: hostile })).split("\n");
    for (const [index, line] of lines.entries()) {
      if (!line.startsWith("```")) continue;
      const edited = lines.filter((other, at) => at !== index && other !== "- A" && other !== "- B").join("\n");
      expect(parseSheet(edited, choice([], { options: hostile })).errors.at(-1)?.message).toContain("never closed");
    }
  });
});

describe("kinds of question", () => {
  test("a number says so with its bounds, a text asks for words, both have an Answer line", () => {
    const number: Question = { ...choice([]).questions[0], kind: "number", min: 1, max: 9, unit: "GB" } as Question;
    const text: Question = { ...number, kind: "text", question: "Name?", header: "" };
    const sheet = renderSheet({ kind: "question", questions: [number, text] });
    expect(sheet).toContain("## 1 Pick · a number from 1 to 9 in GB\n> Which?\n\n- Answer:\n");
    expect(sheet).toContain("## 2 Question 2 · your words\n> Name?\n\n- Answer:\n");
    expect(sheet).toContain("<!-- No options: write after Answer. No preference: write skip.");
  });

  test("an approval shows the whole command, change or plan, and neither Other nor skip", () => {
    const shown = (tool: string, input: object) => renderSheet(toApprovalAsk({ tool, input }), { canAllow: true });
    const sheet = shown("Bash", { command: "rm -r build\n## 2\u001b[8m", timeout: 5 });
    expect(sheet).toContain("> Bash\n> rm -r build\n> ## 2␛[8m\n>\n> timeout: 5\n\n- deny");
    expect(shown("ExitPlanMode", { plan: `# Plan\n\n1. Redis${"\n".repeat(9)}2. Done` })).toContain(
      " -->\n# Plan\n\n1. Redis\n(8 blank lines)\n2. Done\n<!-- /lines -->\n\n- deny",
    );
    expect(shown("Edit", { file_path: "a.ts", old_string: "one\ntwo", new_string: "three" })).toContain(
      " -->\nFile a.ts\n- one\n- two\n+ three\n<!-- /lines -->\n\n- deny",
    );
    expect(shown("Fetch", { url: "https://a.example" })).toContain("> Fetch\n> url: https://a.example\n\n- deny");
    expect(bullets(sheet).map((line) => line.split(" ")[1])).toEqual(["deny", "allow-once", "allow-always"]);
    expect(sheet).not.toContain("skip");
  });

  test("a single-select with one option ends in the keep-all line too", () => {
    expect(bullets(renderSheet(choice(["A"])))).toEqual(["- A", "- Other:", "- (keep all: delete this line)"]);
  });
});

test("no ask can add a line that reads as structure, outside the fences", () => {
  fc.assert(
    fc.property(arbitraryAsk, (ask) => {
      let fence = "";
      const structure = renderSheet(ask)
        .split("\n")
        .filter((line) => {
          if (fence !== "") {
            if (line === fence) fence = "";
            return line.startsWith("<!--");
          }
          fence = /^`{3,}/.exec(line)?.[0] ?? "";
          return fence === "" && !/^(?:> |>$|- |$)/.test(line);
        })
        .map((line) => /^<!-- \/?\w+|^## \w+/.exec(line)?.[0]);
      const hints = structure.slice(1, structure.indexOf("## 1"));
      expect(hints.length).toBeLessThanOrEqual(2);
      expect(structure.filter((line) => !hints.includes(line))).toEqual([
        "<!-- yourcall",
        ...ask.questions.map((_, index) => `## ${index + 1}`),
        "## Comment",
        "<!-- /yourcall",
      ]);
      expect(fence).toBe("");
    }),
    { numRuns: 100 },
  );
});

function withHeader(header: string): Ask {
  return { ...exampleAsk, questions: exampleAsk.questions.map((question) => ({ ...question, header })) };
}

test("the file is named for the first question and the end of the id", () => {
  expect(toSheetFileName(exampleAsk, "ask_7Q2F")).toBe("yourcall-database-7Q2F.md");
  expect(toSheetFileName(exampleAsk, "ask_01HZX_k9-Ab3")).toBe("yourcall-database-9Ab3.md");
  expect(toSheetFileName(exampleAsk)).toBe("yourcall-database.md");
});

test("a header with anything in it gives a plain name", () => {
  expect(toSheetFileName(withHeader("Größe & ../../etc"), "ask_1")).toBe("yourcall-gro-e-etc-1.md");
  expect(toSheetFileName(withHeader("データ"), "ask_1")).toBe("yourcall-ask-1.md");
});
