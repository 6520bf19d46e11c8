import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { createHubClient } from "@yourcall/client/node";
import type { Asker, Outcome } from "@yourcall/core";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { toPng } from "../../../hub/src/testing/sample-picture.ts";
import { startTestHub } from "../../../hub/src/testing/test-hub.ts";
import { toApprovalOutput, toQuestionOutput } from "./hook/answer-hook.ts";
import { type HookEvent, toHookEvent } from "./hook/hook-event.ts";
import { removePictureFiles, withPictureFiles } from "./picture-files.ts";
import { withYourcall } from "./with-yourcall.ts";

const bytes = toPng(48, 32);
const hash = createHash("sha256").update(bytes).digest("hex");
const session = `picture-files-${process.pid}`;
const asker: Pick<Asker, "picture"> = {
  picture: async () => ({ type: "image/png", data: bytes.toString("base64") }),
};
const attachments = [
  { hash, type: "image/png" as const, bytes: bytes.length, width: 48, height: 32, name: "../x.html", ask: "ask_1" },
];
const answered = (answer: object): Outcome => ({
  status: "answered",
  answers: [{ question: "Which?", header: "", selectedOptions: [], ...answer, attachments }],
  by: { surface: "web", act: "click" },
  at: "",
});
const event = (more: object) =>
  toHookEvent({ hook_event_name: "PermissionRequest", session_id: session, ...more }) as HookEvent;
const fileIn = (output: unknown) => /in ([^"\\]*\.png)/.exec(JSON.stringify(output))?.[1] ?? "";

afterAll(() => removePictureFiles(session));

test("Claude is told of a file with the same bytes, which only its owner can read, and which goes with the session", async () => {
  const options = [{ label: "A" }, { label: "B" }];
  const asked = event({ tool_name: "AskUserQuestion", tool_input: { questions: [{ question: "Which?", options }] } });
  const placed = await withPictureFiles(asker, answered({ selectedOptions: ["A"] }), session);
  const file = fileIn(toQuestionOutput(asked, placed));
  expect(createHash("sha256").update(readFileSync(file)).digest("hex")).toBe(hash);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
  await removePictureFiles("another session");
  expect(existsSync(file)).toBe(true);
  await removePictureFiles(session);
  expect(existsSync(file)).toBe(false);
});

test("a denial says where the picture is", async () => {
  const denied = await withPictureFiles(
    asker,
    answered({ selectedOptions: ["deny"], notes: "not like this" }),
    session,
  );
  const output = toApprovalOutput(event({ tool_name: "Bash", tool_input: { command: "ls" } }), denied);
  expect(JSON.stringify(output)).toContain("They say: not like this\\nPicture: ../x.html (PNG, 48 × 32");
  expect(existsSync(fileIn(output))).toBe(true);
});

test("a picture that cannot be read is named, and the answer is kept", async () => {
  const outcome = answered({ selectedOptions: ["A"] });
  const failing = { picture: () => Promise.reject(new Error("gone")) };
  expect(await withPictureFiles(failing, outcome, session)).toMatchObject({ status: "answered" });
  expect(await withPictureFiles({}, outcome, session)).toMatchObject({ answers: [{ attachments: [{ hash }] }] });
});

test("the Agent SDK's permission result names a file with the bytes that the hub has, and the session's end removes it", async () => {
  const hub = await startTestHub();
  const [agent, human] = (["agent", "human"] as const).map((scope) => {
    const client = createHubClient({ socketPath: hub.socket, token: hub.tokens[scope] });
    onTestFinished(() => client.close());
    return client;
  });
  if (agent === undefined || human === undefined) throw new Error("no clients");
  const options = withYourcall({ sessionId: session }, { asker: agent });
  const { signal } = new AbortController();
  const questions = [
    { question: "Which?", header: "H", options: [{ label: "A" }, { label: "B" }], multiSelect: false },
  ];
  const asked = options.canUseTool?.(
    "AskUserQuestion",
    { questions },
    { signal, toolUseID: "toolu_1", requestId: "r1" },
  );
  await expect.poll(async () => (await human.list()).asks.length).toBe(1);
  const id = (await human.list()).asks[0]?.id ?? "";
  const added = await human.addPicture(id, { data: bytes.toString("base64"), name: "sketch.png" });
  const answer = { question: "Which?", selectedOptions: ["A"], attachments: [{ hash: added.hash }] };
  await human.answer(id, { answers: [answer], act: "click" });
  const result = await asked;
  expect(result).toMatchObject({ behavior: "allow" });
  const file = fileIn(result);
  expect(createHash("sha256").update(readFileSync(file)).digest("hex")).toBe(hash);
  const event = { session_id: session, transcript_path: "/none", cwd: "/here", reason: "other" } as const;
  for (const { hooks } of options.hooks?.SessionEnd ?? [])
    for (const hook of hooks) await hook({ ...event, hook_event_name: "SessionEnd" }, undefined, { signal });
  expect(existsSync(file)).toBe(false);
});
