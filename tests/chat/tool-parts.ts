import type { Page } from "playwright-core";
import { afterAll, describe, expect } from "vitest";
import { type TestBrowser, testInBrowser } from "../support/browser.ts";
import { servePage } from "../support/card-page.ts";

const partsPage = `
  import { chatPage } from "./surfaces/react/src/testing/chat-page.tsx";
  globalThis.chatPage = chatPage;`;

const options = [
  { label: "Tabs", description: "One key" },
  { label: "Spaces", description: "Four keys" },
];
const questions = [{ question: "Tabs or spaces?", header: "Indent", options, multiSelect: false }];
const call = { type: "tool-AskUserQuestion", toolCallId: "call_1", state: "input-available", input: { questions } };
const answered = {
  status: "answered",
  answers: [{ question: "Tabs or spaces?", header: expect.any(String), selectedOptions: ["Spaces"] }],
  by: { surface: "card", act: "click" },
  at: expect.any(String),
};
const output = { outcome: answered, text: expect.stringContaining("Selected: Spaces") };

/** Serves the page of parts under the address of another server, so that it has that server's cookies and routes. */
export async function placeParts(page: Page, origin: string): Promise<() => void> {
  const { url, close } = await servePage(partsPage);
  await page.route(
    ({ pathname }) => ["/parts", "/card.js", "/card.css", "/page.css"].includes(pathname),
    async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: new URL(pathname.replace("/parts", "/"), url).href }) });
    },
  );
  await page.goto(new URL("/parts", origin).href);
  return close;
}

/** Tests the parts of a message on their own, in every state in which a chat library may have them. */
export function describeToolParts(browser: TestBrowser): void {
  let served: ReturnType<typeof servePage> | undefined;
  afterAll(async () => (await served)?.close());

  async function open() {
    served ??= servePage(partsPage);
    const opened = await browser.open((await served).url);
    const run = (code: string) => opened.evaluate(`chatPage.${code}`);
    return {
      page: opened,
      showPart: (part: object, status = "ready") => run(`showPart(${JSON.stringify(part)}, "${status}")`),
      showTool: (props: object) => run(`showTool(${JSON.stringify(props)})`),
      showBroken: (broken: boolean) => run(`showBroken(${broken})`),
      calls: () => run("calls.splice(0)") as Promise<[string, unknown][]>,
    };
  }

  const sees = (page: Page, text: string) => page.getByText(text).first().waitFor();

  describe("a part of a message from useChat", () => {
    testInBrowser("is a line until its arguments are complete, then a card whose answer is the output", async () => {
      const { page, showPart, calls } = await open();
      await showPart({ ...call, state: "input-streaming", input: { questions: [{}] } }, "streaming");
      await sees(page, "Preparing a question");
      await showPart({ ...call, state: "input-streaming" });
      await sees(page, "The agent stopped before this question was complete.");
      await showPart(call);
      await page.getByText("Spaces", { exact: true }).click();
      await expect.poll(calls).toEqual([["addToolOutput", { tool: "AskUserQuestion", toolCallId: "call_1", output }]]);
      await showPart({
        ...call,
        state: "output-available",
        output: {
          outcome: {
            ...answered,
            at: "2026-01-31T10:00:00Z",
            answers: [{ question: "Tabs or spaces?", header: "Indent", selectedOptions: ["Tabs"] }],
          },
          text: "",
        },
      });
      await sees(page, "Chosen: Tabs");
    });

    testInBrowser("is shown in whatever form the model wrote it, under any of its names", async () => {
      const { page, showPart, calls } = await open();
      const forms: [type: string, input: unknown][] = [
        ["tool-ask_user_question", { question: "Tabs or spaces?", options: ["Tabs", "Spaces"] }],
        ["tool-AskFollowupQuestion", { questions: JSON.stringify(questions) }],
        ["tool-AskUserQuestion", JSON.stringify({ questions })],
      ];
      for (const [at, [type, input]] of forms.entries()) {
        await showPart({ ...call, type, toolCallId: `form_${at}`, input });
        await page.getByText("Spaces", { exact: true }).click();
        await expect.poll(calls).toMatchObject([["addToolOutput", { tool: type.slice(5), output }]]);
      }
    });

    testInBrowser("that cannot be shown is raw text that can be declined; one that failed says why", async () => {
      const { page, showPart, calls } = await open();
      await showPart({ ...call, input: { questions: "nonsense" } });
      await sees(page, "This question cannot be shown.");
      await page.getByRole("button", { name: "Decline" }).click();
      await expect.poll(calls).toMatchObject([["addToolOutput", { output: { outcome: { status: "declined" } } }]]);
      await showPart({ ...call, toolCallId: "call_2", state: "output-error", errorText: "It was refused." });
      await sees(page, "It was refused.");
      await showPart({ ...call, toolCallId: "call_3", state: "output-available", output: "Another tool's words" });
      await sees(page, "Another tool's words");
      await showPart({ type: "text", text: "Hello" });
      await sees(page, "Any other part");
    });

    testInBrowser("that ends while somebody types in it keeps the field and the words", async () => {
      const { page, showPart, calls } = await open();
      await showPart(call);
      await page.getByText("Other", { exact: true }).click();
      await page.keyboard.type("neither of ");
      await showPart({ ...call, state: "output-error", errorText: "It was refused." });
      await page.keyboard.type("them");
      expect(await page.getByRole("textbox").inputValue()).toBe("neither of them");
      await page.keyboard.press("Escape");
      await sees(page, "Your draft, not sent");
      await sees(page, "neither of them");

      const tool = { type: "tool-save", toolCallId: "call_2", input: { name: "x" } };
      await showPart({ ...tool, state: "approval-requested", approval: { id: "approval_1" } });
      await page.getByRole("button", { name: "Add a note" }).click();
      await page.keyboard.type("only if ");
      await showPart({ ...tool, state: "output-denied", approval: { id: "approval_1", approved: false } });
      await page.keyboard.type("tested");
      expect(await page.getByRole("textbox").inputValue()).toBe("only if tested");
      await page.keyboard.press("Escape");
      await sees(page, "only if tested");
      expect(await calls()).toEqual([]);
    });

    testInBrowser("asks whether a tool may run", async () => {
      const { page, showPart, calls } = await open();
      const tool = { type: "tool-save", toolCallId: "call_1", input: { name: "x" } };
      await showPart({ ...tool, state: "approval-requested", approval: { id: "approval_1" } });
      await page.getByRole("button", { name: "Allow" }).click();
      await expect.poll(calls).toEqual([["addToolApprovalResponse", { id: "approval_1", approved: true }]]);
      const approval = { id: "approval_1", approved: false, reason: "Not today" };
      await showPart({ ...tool, state: "output-denied", approval });
      await sees(page, "Denied: save · Not today");
      expect(await page.getByText("Any other part").count()).toBe(0);
    });
  });

  describe("a tool call of assistant-ui", () => {
    const args = { questions };
    const part = {
      toolName: "AskUserQuestion",
      toolCallId: "call_1",
      args,
      argsText: JSON.stringify(args),
      status: { type: "requires-action" },
    };

    testInBrowser("is the same card by name, and any other tool asks for its approval", async () => {
      const { page, showTool, calls } = await open();
      await showTool({ ...part, argsText: '{"questions":[{"question":"Tabs', status: { type: "running" } });
      await sees(page, "Preparing a question");
      await showTool(part);
      await page.getByText("Spaces", { exact: true }).click();
      await expect.poll(calls).toEqual([["addResult", output]]);
      await showTool({
        ...part,
        toolCallId: "call_2",
        isError: true,
        result: { error: "You sent a message instead." },
      });
      await sees(page, "You sent a message instead.");
      const other = { ...part, toolName: "save", args: { name: "x" }, argsText: '{"name":"x"}' };
      await showTool({ ...other, approval: { id: "approval_1" } });
      expect(await page.getByText("Any other tool").count()).toBe(0);
      await page.getByRole("button", { name: "Deny" }).click();
      await expect.poll(calls).toEqual([["respondToApproval", { approved: false }]]);
      await showTool(other);
      await sees(page, "Any other tool");
    });
  });

  testInBrowser(
    "a message that cannot be shown leaves the thread up, and is rendered again when it changes",
    async () => {
      const { page, showBroken } = await open();
      await showBroken(true);
      await sees(page, "This part of the conversation cannot be shown.");
      await sees(page, "The rest of the thread");
      await showBroken(false);
      await sees(page, "Whole again");
    },
  );
}
