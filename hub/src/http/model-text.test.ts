import { approval } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/node";
import { toVerdict } from "@yourcall/core";
import { describe, expect, onTestFinished, test } from "vitest";
import { choose } from "../testing/sample-questions.ts";
import { shareTestHub } from "../testing/test-hub.ts";

const shared = shareTestHub();

describe("a model in any language", () => {
  test("gets the tool from the hub, and what it sends is an ask", async () => {
    const hub = shared();
    const { body } = await hub.agent("GET", "/v1/tool");
    const tool = body as unknown as { name: string; description: string; inputSchema: { required: string[] } };
    expect(tool).toMatchObject({ name: "AskUserQuestion", inputSchema: { type: "object" } });
    expect(tool.description).toContain("How to write a question");
    expect(tool.inputSchema.required).toEqual(["questions"]);
    const options = [
      { label: "Yes", description: "Ship it today" },
      { label: "No", description: "Wait for the review" },
    ];
    const call = { questions: [{ question: "Ship it?", header: "Ship", options, multiSelect: false }] };
    expect((await hub.agent("POST", "/v1/asks", call)).status).toBe(201);
  });

  test("reads the result as text: none yet, the answer, a refusal", async () => {
    const hub = shared();
    const read = async (id: string) => {
      const { text, headers } = await hub.agent("GET", `/v1/asks/${id}?as=text`);
      expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
      return [headers["ask-status"], text];
    };
    const [one, two] = [await hub.ask(), await hub.ask()];
    expect(await read(one.id)).toEqual(["pending", expect.stringContaining("not an answer")]);
    await hub.human("POST", `/v1/asks/${one.id}/answer`, choose("SQLite"));
    expect(await read(one.id)).toEqual(["answered", expect.stringContaining("Selected: SQLite")]);
    await hub.human("POST", `/v1/asks/${two.id}/decline`, { reason: "later" });
    expect(await read(two.id)).toEqual(["declined", expect.not.stringContaining("Selected")]);
    // Reading a text without waiting takes nothing, and waiting takes the outcome, as with JSON.
    expect((await hub.human("GET", `/v1/asks/${one.id}`)).body.delivery).toMatchObject({ state: "waiting" });
    await hub.agent("GET", `/v1/asks/${one.id}?as=text&wait=0`);
    expect((await hub.human("GET", `/v1/asks/${one.id}`)).body.delivery).toMatchObject({ state: "taken" });
  });

  test("reads whether its call was allowed, and never what it reported itself", async () => {
    const hub = shared();
    const client = createHubClient({ url: hub.url, token: hub.tokens.agent });
    onTestFinished(() => client.close());
    const request = approval(
      "deploy",
      { stage: "production" },
      { agent: { name: "release-bot" }, context: "Tests pass." },
    );
    const decide = async (id: string, answer: string) => {
      const answers = [{ question: "May the agent use deploy?", selectedOptions: [answer], notes: "on Monday" }];
      const { body } = await hub.human("POST", `/v1/asks/${id}/answer`, { answers });
      return { text: (await hub.agent("GET", `/v1/asks/${id}?as=text`)).text, outcome: body.outcome };
    };
    const allowed = await decide((await client.create(request)).id, "allow-once");
    expect(allowed.text).toBe("The user allowed this call of deploy. They say: on Monday");
    expect(toVerdict(request, allowed.outcome as never)).toMatchObject({ isAllowed: true });
    const denied = await decide((await client.create(request)).id, "deny");
    expect(denied.text).toContain("deploy was not run. They say: on Monday");
    expect(toVerdict(request, denied.outcome as never)).toMatchObject({ isAllowed: false });
    const { id } = await client.create(request);
    const answers = [{ question: "May the agent use deploy?", selectedOptions: ["allow-once"] }];
    await client.report(id, { outcome: { status: "answered", answers }, surface: "host" });
    const reported = await hub.agent("GET", `/v1/asks/${id}?as=text`);
    expect([reported.headers["ask-status"], reported.text]).toEqual([
      "cancelled",
      expect.stringContaining("was not run"),
    ]);
  });
});
