import type { AskRecord } from "@yourcall/hub";
import { expect, test } from "vitest";
import { wireAsk } from "../../../core/src/testing/wire-ask.ts";
import { toNotice } from "./notice.ts";

test("a notice has the code of a question on its line, never a command that begins with the name of a language", () => {
  const ask = wireAsk("a");
  const questions = ask.questions.map((question) => ({ ...question, question: "Run it?\n```sh\nrm -rf legacy/\n```" }));
  const record = { ...ask, questions, createdAt: Date.parse(ask.createdAt) } as unknown as AskRecord;
  expect(toNotice(record, "http://127.0.0.1:2255").text).toBe("Run it? rm -rf legacy/");
});
