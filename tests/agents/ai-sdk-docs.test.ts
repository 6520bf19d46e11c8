import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { HubClient } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/node";
import { createScriptedModel, resultsIn, type ScriptedStep } from "@yourcall/loop/testing";
import { createUIMessageStream, jsonSchema, readUIMessageStream, streamText, tool, type UIMessage } from "ai";
import { transform } from "esbuild";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { database } from "../support/asks.ts";
import { isAppFile } from "../support/docs-apps.ts";
import { useHub } from "../support/hub.ts";
import { root } from "../support/terminal.ts";

const blocks = [...readFileSync(join(root, "docs/agents/ai-sdk.md"), "utf8").matchAll(/^```ts\n(.*?)^```$/gms)]
  .map(([, code = ""]) => code)
  .filter((code) => !isAppFile.test(code));
const folder = mkdtempSync(join(root, "node_modules/.ai-sdk-docs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the block that contains a text, with what the page takes for granted. */
async function run<Module>(text: string, given: Record<string, unknown>, exported = ""): Promise<Module> {
  const at = blocks.findIndex((block) => block.includes(text));
  expect(at, text).toBeGreaterThanOrEqual(0);
  used.add(at);
  Object.assign(globalThis, { docsGiven: given });
  const before = `const { ${Object.keys(given).join(", ")} } = globalThis.docsGiven;\n`;
  // A name of its own, because Node would not load the same file again with other values.
  const file = join(folder, `${at}-${runs++}.mjs`);
  // As an app would have it: the packages as they were built.
  writeFileSync(file, (await transform(`${before}${blocks[at]}\n${exported}`, { loader: "ts" })).code);
  return (await import(pathToFileURL(file).href)) as Module;
}
const used = new Set<number>();
let runs = 0;

const getHub = useHub();

/** The hub, and a client of an app of its own. */
async function openApp() {
  const hub = await getHub();
  const person = hub.client("human");
  const { token } = await person.createToken({ scope: "app", name: "my-chat-app" });
  const app = createHubClient({ url: hub.url, token });
  onTestFinished(() => app.close());
  async function answer(key: string): Promise<void> {
    const find = async () => (await app.list({ key, status: "pending" })).asks[0]?.id ?? "";
    await expect.poll(find).not.toBe("");
    const answers = [{ question: database.question, selectedOptions: ["SQLite"] }];
    await person.answer(await find(), { answers, surface: "terminal", act: "submit" });
  }
  return { url: hub.url, token, app, answer };
}

const call = (id: string) => ({ id, name: "AskUserQuestion", input: { questions: [database] } });
const model = (...steps: ScriptedStep[]) => createScriptedModel(steps);
const hello: UIMessage = { id: "u1", role: "user", parts: [{ type: "text", text: "hello" }] };

async function readMessage(response: Response): Promise<UIMessage> {
  const { parseJsonEventStream, uiMessageChunkSchema } = await import("ai");
  if (response.body === null) throw new Error("There is no stream.");
  const parsed = parseJsonEventStream({ stream: response.body, schema: uiMessageChunkSchema });
  const stream = parsed.pipeThrough(
    new TransformStream({ transform: (one, to) => (one.success ? to.enqueue(one.value) : to.error(one.error)) }),
  );
  let message: UIMessage | undefined;
  for await (const state of readUIMessageStream({ stream, terminateOnError: true })) message = state;
  if (message === undefined) throw new Error("There is no message.");
  return message;
}

test("the block at the top: the run waits and continues with the answer", async () => {
  const { url, token, answer } = await openApp();
  const scripted = model({ calls: [call("three")] }, { text: "SQLite it is." });
  const given = { url, token, model: scripted, prompt: "hello" };
  const { result, asker } = await run<{
    result: { text: Promise<string> };
    asker: { close(): void };
  }>("askUserQuestion({ asker })", given, "export { result, asker };");
  const said = result.text;
  await answer("three");
  expect(await said).toBe("SQLite it is.");
  expect(resultsIn(scripted.calls[1])[0]).toContain("Selected: SQLite");
  asker.close();
});

test("a message that the person writes while a question is open withdraws the question, and the run continues", async () => {
  const { app } = await openApp();
  const scripted = model({ calls: [call("open")] }, { text: "As you wish." });
  const { POST } = await run<{
    POST: (request: Request) => Promise<Response>;
  }>("export async function POST", { hub: app, model: scripted });
  const send = (messages: UIMessage[]) =>
    POST(new Request("http://localhost/api/chat", { method: "POST", body: JSON.stringify({ id: "open", messages }) }));
  const asked = await readMessage(await send([hello]));
  const instead: UIMessage = { id: "u2", role: "user", parts: [{ type: "text", text: "Take what you like." }] };
  const said = await readMessage(await send([hello, asked, instead]));
  expect(said.parts.at(-1)).toMatchObject({ type: "text", text: "As you wish." });
  const [ask] = (await app.list({ session: "open", key: "open" })).asks;
  expect(ask).toMatchObject({ status: "cancelled", delivery: { state: "taken" } });
  expect(resultsIn(scripted.calls[1])[0]).not.toContain("Selected");
});

test("the durable form and the routes work, and the run continues without a page", async () => {
  const { app, answer } = await openApp();
  const scripted = model({ calls: [call("durable")] }, { text: "Going on." });
  const given = { hub: app, model: scripted };
  const { POST } = await run<{
    POST: (request: Request) => Promise<Response>;
  }>("export async function POST", given);
  const send = (messages: UIMessage[]) =>
    POST(
      new Request("http://localhost/api/chat", { method: "POST", body: JSON.stringify({ id: "chat-1", messages }) }),
    );
  const asked = await readMessage(await send([hello]));
  expect(asked.parts.at(-1)).toMatchObject({ type: "tool-AskUserQuestion", state: "input-available" });

  let saved: UIMessage[] = [hello, asked];
  const went = Promise.withResolvers<void>();
  const chat = {
    ...{ hub: app, model: scripted, loadChat: async () => saved },
    async saveChat(_: string, messages: UIMessage[]) {
      saved = messages;
    },
  };
  const { goOn } = await run<{ goOn: (session: string) => Promise<void> }>("export async function goOn", chat);
  // The answer is not there yet.
  await goOn("chat-1");
  expect(saved).toHaveLength(2);
  const { routes } = await run<{ routes: { handle(request: Request): Promise<Response>; close(): Promise<void> } }>(
    "export const routes",
    {
      hub: app,
      nameOf: async (request: Request) => request.headers.get("x-user") ?? undefined,
      isChatOf: (session: string, name: string) => session === "chat-1" && name === "ana",
      goOn: async (session: string) => {
        await goOn(session);
        went.resolve();
      },
    },
  );
  const { client } = await run<{ client: Pick<HubClient, "list" | "close"> }>("export const client", {
    fetch: (url: string, init: RequestInit) =>
      routes.handle(new Request(`http://localhost${url}`, { ...init, headers: { ...init.headers, "x-user": "ana" } })),
  });
  expect((await client.list({ session: "chat-1", key: "durable" })).asks).toHaveLength(1);
  await answer("durable");
  await went.promise;
  await routes.close();
  client.close();
  expect(saved.at(-1)?.parts.at(-1)).toMatchObject({ type: "text", text: "Going on." });
  // The page itself may send it on, too.
  expect((await readMessage(await send([hello, asked]))).parts.at(-1)).toMatchObject({ text: "Going on." });
});

test("an approval, the bridge and the guard", async () => {
  const { app } = await openApp();
  const { toolApproval } = await run<{
    toolApproval: Parameters<typeof streamText>[0]["toolApproval"];
  }>("export const toolApproval", { hub: app, session: "chat-2" });
  const deleteFiles = tool({ inputSchema: jsonSchema<object>({ type: "object" }), execute: () => "gone" });
  const approving = streamText({
    ...{ model: model({ calls: [{ id: "a1", name: "deleteFiles", input: {} }] }), prompt: "go", toolApproval },
    tools: { deleteFiles },
  });
  await approving.consumeStream();
  expect((await app.list({ session: "chat-2" })).asks).toMatchObject([
    { kind: "approval", approval: { tool: "deleteFiles" } },
  ]);

  const bridged = await run<{
    tools: Parameters<typeof streamText>[0]["tools"];
    publishResult(id: string, output: unknown, isError: boolean): void;
  }>("createToolResultBridge", {});
  bridged.publishResult("b1", "files", false);
  const passing = streamText({
    ...{ model: model({ calls: [{ id: "b1", name: "Bash", input: {} }] }), prompt: "go", tools: bridged.tools },
  });
  expect(await passing.toolResults).toMatchObject([{ output: "files" }]);

  const stream = createUIMessageStream({
    execute: ({ writer }) => writer.write({ type: "tool-output-available", toolCallId: "nowhere", output: 1 }),
  });
  const { guarded } = await run<{
    guarded: ReadableStream;
  }>("guardToolStream", {
    stream,
    console: { warn: (reason: string) => heard.push(reason) },
  });
  const heard: string[] = [];
  for await (const chunk of guarded) expect(chunk).not.toMatchObject({ toolCallId: "nowhere" });
  expect(heard).toEqual(["unknown-call"]);
});

test("a run of Claude answers with a stream", async () => {
  const { app } = await openApp();
  // Claude Code itself is in tests/hosts/claude/ui-stream.test.ts; here there is no such directory, which is an error in the stream.
  const given = { hub: app, cwd: join(folder, "nowhere") };
  const { answerWithClaude } = await run<{
    answerWithClaude: (prompt: string, session: string) => Response;
  }>("claudeStream", given);
  expect(await answerWithClaude("hello", "chat-3").text()).toContain('"type":"error"');
  const { goOnWithClaude } = await run<{
    goOnWithClaude: (resume: string, session: string) => ReadableStream;
  }>("createFileDeferStore", { ...given, data: join(folder, "data") });
  const types: string[] = [];
  for await (const { type } of goOnWithClaude(crypto.randomUUID(), "chat-3")) types.push(type);
  expect(types).toContain("error");
});

test("every block was run", () => {
  expect(blocks.length).toBeGreaterThan(7);
  expect(blocks.flatMap((block, at) => (used.has(at) ? [] : [block]))).toEqual([]);
});
