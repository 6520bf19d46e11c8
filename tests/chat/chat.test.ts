import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished } from "vitest";
import { toPng } from "../../hub/src/testing/sample-picture.ts";
import {
  accessibilityFaults,
  type PageOptions,
  scrollsSideways,
  testInBrowser,
  useBrowser,
} from "../support/browser.ts";
import { type ChatServer, useChat } from "../support/chat.ts";
import { useHub } from "../support/hub.ts";
import { describeDocsChats } from "./docs-chats.ts";
import { answerElsewhere, card, cards, pendingIn, say, send, sessionIn } from "./page.ts";
import { describeToolParts, placeParts } from "./tool-parts.ts";

const browser = useBrowser();
const plain = useChat();
const hub = useHub();
const live = useChat(async () => ({ env: { YOURCALL_HOME: (await hub()).directory } }));

/** Waits until the model says that it was told this. */
const told = (page: Page, text: string) =>
  page.locator(".text").filter({ hasText: "The model was told:" }).filter({ hasText: text }).last().waitFor();

/** Starts a conversation with this message and waits for its question. Returns the conversation's id, which is the session in the hub. */
async function ask(chat: ChatServer, text: string, options?: PageOptions): Promise<{ page: Page; session: string }> {
  const page = await browser.open(chat.url, options);
  await say(page, text);
  await card(page).waitFor();
  return { page, session: sessionIn(page) };
}

/** The texts of the replies in a conversation, as stored by the server. */
function keptTexts({ directory }: ChatServer, session: string): string[] {
  const { messages } = JSON.parse(readFileSync(join(directory, "conversations", `${session}.json`), "utf8"));
  return messages.flatMap(({ role, parts }: { role: string; parts: { type: string; text: string }[] }) =>
    role === "assistant" ? parts.flatMap(({ type, text }) => (type === "text" ? [text] : [])) : [],
  );
}

/** Waits until the reply to this answer is complete and stored; a page shows it earlier, while it is being written. */
async function goneOn(id: string): Promise<void> {
  const person = (await hub()).client("human");
  await expect.poll(async () => (await person.get(id)).delivery?.state).toBe("taken");
}

describeToolParts(browser);
describeDocsChats(browser, plain);

describe("a chat without a hub", () => {
  testInBrowser(
    "the model's question is a card, a click answers it, and the run continues with the answer",
    async () => {
      const { url, directory } = await plain();
      const page = await browser.open(url);
      await say(page, "slow first");
      await page.getByText("Preparing a question").waitFor();
      expect(await cards(page).count()).toBe(0);
      writeFileSync(join(directory, "first"), "");
      await page.getByText("SQLite").click();
      await told(page, "Selected: SQLite");
      await page.getByText("Answered. You, ").waitFor();
    },
  );

  testInBrowser(
    "several choices, an answer in Other and a decline reach the model, and are still shown after a reload",
    async () => {
      const { page } = await ask(await plain(), "features");
      await card(page).getByText("Docs").click();
      await card(page).getByText("Tests").click();
      await card(page).getByText("Other", { exact: true }).click();
      await card(page).getByRole("textbox").fill("A map");
      await send(page);
      await told(page, "Selected: Docs, Tests");
      await told(page, "Other: A map");
      await say(page, "database");
      await expect.poll(() => cards(page).count()).toBe(2);
      await card(page).getByRole("button", { name: "Decline" }).click();
      await card(page).getByRole("textbox").fill("Not now");
      await card(page).getByRole("button", { name: "Decline" }).last().click();
      await told(page, "The user declined to answer");
      await page.reload();
      await page.getByText("Declined. You, ").waitFor();
      await page.getByText("Chosen: Docs").waitFor();
    },
  );

  testInBrowser("a page that is reloaded while a question waits still has its card, on a phone too", async () => {
    const { page } = await ask(await plain(), "database", { width: 390, height: 844, touch: true, dark: true });
    await page.reload();
    await page.getByText("MongoDB").click();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    await send(page);
    await told(page, "Selected: MongoDB");
  });

  testInBrowser("a flat question is shown, arguments that cannot be read and unknown tools do no harm", async () => {
    const { page } = await ask(await plain(), "flat");
    await card(page).getByText("Spaces", { exact: true }).click();
    await told(page, "Selected: Spaces");
    for (const [index, text] of ["malformed", "broken", "unregistered"].entries()) {
      await say(page, text);
      await expect.poll(() => page.getByText("The model was told:").count()).toBe(index + 2);
    }
    await page.getByRole("button", { name: "New conversation" }).click();
    await say(page, "flat");
    await card(page).getByText("Tabs", { exact: true }).click();
    await told(page, "Selected: Tabs");
  });

  testInBrowser("a tool runs once it is allowed, and never if it is denied", async () => {
    const { page } = await ask(await plain(), "save");
    await card(page).getByRole("button", { name: "Deny" }).click();
    await page.getByText("The model was told:").waitFor();
    await page.getByText("Denied: saveFile").waitFor();
    expect(existsSync(join((await plain()).directory, "files/notes.txt"))).toBe(false);
    await say(page, "save");
    await card(page).getByRole("button", { name: "Allow" }).click();
    await told(page, "Saved notes.txt.");
    expect(readFileSync(join((await plain()).directory, "files/notes.txt"), "utf8")).toBe("Kept.\n");
  });

  testInBrowser(
    "a reply that is being written continues after a reload, and stops if the person stops it",
    async () => {
      const chat = await plain();
      const page = await browser.open(chat.url);
      await say(page, "slow second");
      await page.getByText("Preparing a question").waitFor();
      await page.reload();
      await page.getByText("Preparing a question").waitFor();
      expect(await page.getByText("Let me think.").count()).toBe(1);
      // A page that loads its messages while the reply is being written, and opens its stream only afterwards.
      const late = await browser.tab(page, "about:blank");
      const written = Promise.withResolvers<void>();
      await late.route("**/stream?*", async (route) => {
        await written.promise;
        await route.continue();
      });
      const asked = late.waitForRequest("**/stream?*");
      await late.goto(page.url());
      await asked;
      writeFileSync(join(chat.directory, "second"), "");
      await card(page).waitFor();
      await page.getByRole("button", { name: "Send", exact: true }).waitFor();
      written.resolve();
      await card(late).waitFor();
      expect(await late.getByText("Let me think.").count()).toBe(1);
      await page.getByText("SQLite").click();
      await told(page, "Selected: SQLite");
      await say(page, "slow never");
      await page.getByText("Preparing a question").waitFor();
      await page.getByRole("button", { name: "Stop" }).click();
      await page.getByText("The agent stopped before this question was complete").waitFor();
      await say(page, "hello");
      await page.getByText('Nothing is written for "hello"').waitFor();
    },
  );
});

describe("a chat with a hub", () => {
  testInBrowser(
    "an answer here carries the person's name, and one from a terminal closes the card and continues the run",
    async () => {
      const chat = await live();
      const { page, session } = await ask(chat, "database");
      await page.getByLabel("You are").fill("ana");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
      const { id } = await pendingIn(await hub(), session);
      await page.getByText("SQLite").click();
      await told(page, "Selected: SQLite");
      const { outcome } = await (await hub()).client("human").get(id);
      expect(outcome).toMatchObject({ by: { surface: "card", act: "click", user: "ana", token: { name: "chat" } } });
      await goneOn(id);
      await say(page, "features");
      await expect.poll(() => cards(page).count()).toBe(2);
      const { id: second } = await pendingIn(await hub(), session);
      await answerElsewhere(await hub(), session, "--select", "Docs");
      await card(page).getByText("Answered.").waitFor();
      await told(page, "Selected: Docs");
      await goneOn(second);
      // The page may have the reply before the server has stored it.
      await expect
        .poll(() => keptTexts(chat, session).filter((text) => text.includes("Selected: Docs")))
        .toHaveLength(1);
    },
  );

  testInBrowser(
    "what was typed and a picture survive a reload, the server may be killed, and the answer still arrives",
    async () => {
      const chat = await live();
      const { page, session } = await ask(chat, "database", { expected: [/net::ERR_/] });
      await card(page).getByText("Other", { exact: true }).click();
      await card(page).getByRole("textbox").fill("DuckDB");
      const sketch = { name: "sketch.png", mimeType: "image/png", buffer: toPng(48, 32) };
      await card(page).getByLabel("Picture", { exact: true }).setInputFiles(sketch);
      await card(page).getByRole("img", { name: "sketch.png" }).waitFor();
      await expect
        .poll(async () => JSON.stringify((await pendingIn(await hub(), session)).draft ?? ""))
        .toMatch(/DuckDB.*sketch\.png/);
      await chat.stop("SIGKILL");
      await chat.restart();
      await page.reload();
      await expect.poll(() => card(page).getByRole("textbox").inputValue()).toBe("DuckDB");
      await send(page);
      await told(page, "Other: DuckDB");
      await told(page, "Picture: sketch.png (PNG, 48 × 32, 1 KB)");
    },
  );

  testInBrowser("a tick survives a reload at the same moment", async () => {
    const { page } = await ask(await live(), "features");
    await card(page).getByText("Docs").waitFor();
    const loaded = page.waitForEvent("load");
    await page.evaluate(`document.querySelectorAll(".yc-card input[type=checkbox]")[1].click(), location.reload()`);
    await loaded;
    await expect.poll(() => card(page).getByRole("checkbox", { name: "Docs" }).isChecked()).toBe(true);
  });

  testInBrowser(
    "a conversation whose question is answered while no page is open continues, and a page shows it later",
    async () => {
      const chat = await live();
      const { page, session } = await ask(chat, "database");
      const address = page.url();
      await page.goto("about:blank");
      await answerElsewhere(await hub(), session, "--select", "MongoDB");
      await expect.poll(() => keptTexts(chat, session).join(), { timeout: 30_000 }).toContain("Selected: MongoDB");
      await page.goto(address);
      await told(page, "Selected: MongoDB");
      await page.getByText("Chosen: MongoDB").waitFor();
    },
  );

  testInBrowser("two tabs show one question: answered in one, both continue, and the model replies once", async () => {
    const chat = await live();
    const { page, session } = await ask(chat, "database");
    const { id } = await pendingIn(await hub(), session);
    const other = await browser.tab(page, page.url());
    await card(other).waitFor();
    await page.getByText("MongoDB").click();
    for (const each of [page, other]) await told(each, "Selected: MongoDB");
    for (const each of [page, other]) expect(await each.getByText("The model was told:").count()).toBe(1);
    await goneOn(id);
    await expect.poll(() => keptTexts(chat, session)).toHaveLength(2);
    await say(page, "hello");
    await page.getByText('Nothing is written for "hello"').waitFor();
    await other.evaluate(`document.dispatchEvent(new Event("visibilitychange"))`);
    await other.getByText('Nothing is written for "hello"').waitFor();
  });

  testInBrowser("an app whose server continues the run is told of the end, and the page sends nothing", async () => {
    const { page, session } = await ask(await live(), "database");
    const { key, questions } = await pendingIn(await hub(), session);
    onTestFinished(await placeParts(page, page.url()));
    const part = { type: "tool-AskUserQuestion", toolCallId: key, state: "input-available", input: { questions } };
    const provider = { session, routes: "/api/yourcall" };
    await page.evaluate(`chatPage.showPart(${JSON.stringify(part)}, "ready", ${JSON.stringify(provider)})`);
    await card(page).waitFor();
    await answerElsewhere(await hub(), session, "--select", "SQLite");
    await card(page).getByText("Answered.").waitFor();
    const output = { outcome: { status: "answered" }, text: expect.stringContaining("Selected: SQLite") };
    await expect.poll(() => page.evaluate("chatPage.calls")).toMatchObject([["onEnded", { toolCallId: key, output }]]);
  });

  testInBrowser("another user sees neither the conversation nor its question", async () => {
    const { page, session } = await ask(await live(), "database");
    const { id } = await pendingIn(await hub(), session);
    const stranger = await browser.open(page.url(), { expected: [/404/] });
    await stranger.getByRole("heading", { name: "What are we building?" }).waitFor();
    const status = (path: string) => stranger.evaluate(async (path) => (await fetch(path)).status, path);
    expect(await status(`/api/yourcall/v1/asks/${id}`)).toBe(404);
    expect(await status(`/api/yourcall/v1/asks?session=${session}`)).toBe(404);
    await say(stranger, "hello");
    await stranger.getByText("There is no such conversation.").waitFor();
    await pendingIn(await hub(), session);
    // When the owner deletes the conversation, its question is withdrawn.
    await page.getByRole("button", { name: "Delete database" }).click();
    const person = (await hub()).client("human");
    await expect.poll(async () => (await person.get(id)).outcome?.status).toBe("cancelled");
  });

  testInBrowser(
    "a reply with two questions waits for both answers; a message instead of an answer withdraws them",
    async () => {
      const chat = await live();
      const page = await browser.open(chat.url);
      const streams: string[] = [];
      page.on("request", (request) => request.url().includes("/v1/events") && streams.push(request.url()));
      await say(page, "two");
      await expect.poll(() => cards(page).count()).toBe(2);
      expect(streams).toHaveLength(1);
      await cards(page).first().getByText("SQLite").click();
      await cards(page).first().getByText("Answered. You, ").waitFor();
      // The answered card folds when the focus leaves it, but not during the press that takes the focus away.
      await cards(page).last().getByText("Docs").hover();
      await page.mouse.down();
      await page.evaluate(
        "new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => setTimeout(resolve))))",
      );
      expect(await cards(page).first().locator(".yc-option").count()).toBe(3);
      await page.mouse.up();
      await expect.poll(() => cards(page).first().locator(".yc-option").count()).toBe(1);
      await send(page);
      await told(page, "Selected: SQLite");
      await told(page, "Selected: Docs");
      await say(page, "database");
      await expect.poll(() => cards(page).count()).toBe(3);
      const { id } = await pendingIn(await hub(), sessionIn(page));
      await say(page, "hello");
      await page.getByText('Nothing is written for "hello"').waitFor();
      expect((await (await hub()).client("human").get(id)).outcome).toMatchObject({ status: "cancelled" });
    },
  );

  testInBrowser("an approval can be given in the terminal or here", async () => {
    const chat = await live();
    const { page, session } = await ask(chat, "save");
    const { kind, approval } = await pendingIn(await hub(), session);
    expect({ kind, approval }).toMatchObject({ kind: "approval", approval: { tool: "saveFile" } });
    await answerElsewhere(await hub(), session, "--select", "Allow");
    await told(page, "Saved notes.txt.");
    await say(page, "save");
    await expect.poll(() => page.getByRole("button", { name: "Deny" }).count()).toBe(1);
    await page.getByRole("button", { name: "Deny" }).click();
    await expect.poll(() => page.getByText("The model was told:").count()).toBe(2);
  });
});
