import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { HubClient, WireAsk } from "@yourcall/client";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { database } from "../support/asks.ts";
import { useHub as startHub } from "../support/hub.ts";
import { openApp } from "./check-routes.ts";
import { apps } from "./make-apps.ts";

type App = typeof import("./ai-6-app.ts");
type Messages = App["hello"];

const hub = startHub();
let app: App;

beforeAll(async () => {
  Object.assign(process.env, (await openApp(await hub())).env);
  app = await import(pathToFileURL(join(apps, "ai-6/app.js")).href);
  return () => app.hub.close();
});

const question = {
  ...{ toolCallId: "call_1", toolName: "AskUserQuestion" },
  input: JSON.stringify({ questions: [{ ...database, multiSelect: false }] }),
};
const removal = { toolCallId: "call_2", toolName: "deleteFiles", input: JSON.stringify({ path: "/a" }) };

/** The ask of a session, once the hub has it. */
const askOf = (person: HubClient, session: string): Promise<WireAsk> =>
  vi.waitUntil(async () => (await person.list({ session, status: "pending" })).asks[0]);

const toldTo = (model: ReturnType<App["createModel"]>) => JSON.stringify(model.doStreamCalls.at(-1)?.prompt);
const last = (messages: Messages) => messages.at(-1)?.parts.find(({ type }) => type.startsWith("tool-"));

describe("with AI SDK 6", () => {
  test("a run waits for the answer given on another screen, and the model is told it", async () => {
    const person = (await hub()).client("human");
    const model = app.createModel(question);
    const ended = app.run(model, app.waitingTools("ana-wait"), app.hello);
    const { id } = await askOf(person, "ana-wait");
    await person.answer(id, { answers: [{ question: database.question, selectedOptions: ["SQLite"] }], act: "click" });
    await ended;
    expect(toldTo(model)).toContain("SQLite");
  });

  test("a run that ended with its question continues with the answer", async () => {
    const person = (await hub()).client("human");
    const model = app.createModel(question);
    const asked = await app.run(model, app.durableTools("ana-later"), app.hello);
    expect(last(asked)).toMatchObject({ state: "input-available" });
    const { id } = await askOf(person, "ana-later");
    await person.answer(id, { answers: [{ question: database.question, selectedOptions: ["SQLite"] }], act: "click" });
    const { messages, pending } = await app.settle(asked, "ana-later");
    expect(pending).toEqual([]);
    await app.run(model, app.durableTools("ana-later"), messages);
    expect(toldTo(model)).toContain("SQLite");
    expect(await person.get(id)).toMatchObject({ delivery: { state: "taken" } });
  });

  test.each([
    ["allow", ["/a"], "deleted"],
    ["deny", [], "not in production"],
  ] as const)("a tool that needs approval: %s decides", async (select, expected, told) => {
    const person = (await hub()).client("human");
    const session = `ana-${select}`;
    const model = app.createModel(removal);
    app.deleted.length = 0;
    const asked = await app.run(model, app.approvalTools, app.hello);
    expect(last(asked)).toMatchObject({ state: "approval-requested" });
    expect((await app.settle(asked, session)).pending).toHaveLength(1);
    const { id, questions } = await askOf(person, session);
    const comment = select === "deny" ? "not in production" : undefined;
    const [{ question: words } = { question: "" }] = questions;
    await person.answer(id, { answers: [{ question: words, selectedOptions: [select] }], comment, act: "click" });
    await app.run(model, app.approvalTools, (await app.settle(asked, session)).messages);
    expect(app.deleted).toEqual(expected);
    expect(toldTo(model)).toContain(told);
  });

  test("an approval that only the page claims does not run the tool", async () => {
    const model = app.createModel(removal);
    app.deleted.length = 0;
    const asked = await app.run(model, app.approvalTools, app.hello);
    const claimed = structuredClone(asked);
    Object.assign(last(claimed) ?? {}, { state: "approval-responded", approval: { id: "x", approved: true } });
    const { messages, pending } = await app.settle(claimed, "ana-claims");
    expect(pending).toHaveLength(1);
    expect(last(messages)).toMatchObject({ state: "approval-requested" });
    expect(app.deleted).toEqual([]);
  });
});
