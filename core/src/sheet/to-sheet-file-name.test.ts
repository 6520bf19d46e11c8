import { expect, test } from "vitest";
import type { Ask } from "../schemas.ts";
import { exampleAsk } from "../testing/example-sheet.ts";
import { toSheetFileName } from "./to-sheet-file-name.ts";

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
