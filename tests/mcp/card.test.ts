import { describe, expect } from "vitest";
import { database } from "../support/asks.ts";
import { accessibilityFaults, scrollsSideways, takeScreenshot, testInBrowser } from "../support/browser.ts";
import { type ChatHost, showsCards, useChatHost } from "../support/chat-host.ts";
import { useHub } from "../support/hub.ts";
import { overHttp, overStdio } from "../support/mcp.ts";

const hubOf = useHub();
const show = useChatHost();
const info = { name: "chat", title: "Chat", version: "3.1" };
const open = { client: info, capabilities: showsCards };

const answered = ({ card }: ChatHost) => card.locator('.yc-card[data-state="answered"]').waitFor();
const option = ({ card }: ChatHost, name: string) => card.locator(".yc-option").filter({ hasText: name });
/** A part of a conversation has no heading of a page. */
const cardFaults = async ({ card }: ChatHost) =>
  (await accessibilityFaults(card)).filter((fault) => !fault.startsWith("page-has-heading-one"));
/** The card takes presses a moment after it appeared. */
async function press(host: ChatHost, name: string): Promise<void> {
  await option(host, name).hover();
  await option(host, name).click();
}

describe("the card in the conversation of a chat client", () => {
  testInBrowser("answers with one click, over stdio; the client's model gets the answer, and no message", async () => {
    const hub = await hubOf();
    const client = await overStdio(hub, open);
    const host = await show(client, [database]);
    expect(host.result.status).toBe("pending");
    const getting = client.callTool({ name: "get_answer", arguments: { id: host.id } });
    const human = hub.client("human");
    await expect.poll(async () => (await human.get(host.id)).waiting.count).toBe(1);
    await press(host, "SQLite");
    await answered(host);
    expect((await getting).structuredContent).toMatchObject({
      status: "answered",
      answers: [{ selectedOptions: ["SQLite"] }],
    });
    const { outcome, delivery } = await human.get(host.id);
    expect(outcome).toMatchObject({ by: { surface: "Chat 3.1 (card)", act: "click" } });
    expect(delivery?.state).toBe("taken");
    expect(await host.card.locator(".yc-banner").textContent()).toMatch(/^Answered\. You, in Chat 3\.1 \(card\)/);
    expect(await host.messages()).toEqual([]);
  });

  testInBrowser(
    "answers at /mcp with a message for an agent that has stopped, in the client's dark colours",
    async () => {
      const hub = await hubOf();
      const client = await overHttp(hub, { ...open, query: "?session=dark-card" });
      const variables = {
        "--color-background-primary": "light-dark(#fff, #1b1b1f)",
        "--color-text-primary": "light-dark(#111, #eee)",
        "--font-sans": "serif",
        "--border-radius-lg": "3px",
      };
      const host = await show(client, [database], { theme: "dark", variables });
      await host.card.locator(".yc-card").waitFor();
      const look = await host.card.evaluate(`(() => {
      const { backgroundColor, borderRadius, fontFamily } = getComputedStyle(document.querySelector(".yc-card"));
      return [backgroundColor, borderRadius, fontFamily];
    })()`);
      expect(look).toEqual(["rgb(27, 27, 31)", "3px", "serif"]);
      expect(await cardFaults(host)).toEqual([]);
      await takeScreenshot(host.page, "mcp-card/dark");
      await press(host, "PostgreSQL");
      await answered(host);
      const [message] = await expect.poll(host.messages).toHaveLength(1).then(host.messages);
      expect(message).toBe(`I have answered your question. Call get_answer with {"id": "${host.id}"}.`);
      const { structuredContent } = await client.callTool({ name: "get_answer", arguments: { id: host.id } });
      expect(structuredContent).toMatchObject({
        status: "answered",
        answers: [{ selectedOptions: [database.options[0]?.label] }],
      });
      expect((await hub.client("human").get(host.id)).outcome).toMatchObject({
        by: { surface: "Chat 3.1 (card)", act: "click", token: { scope: "agent" } },
      });
      const padding = `getComputedStyle(document.querySelector(".yc-banner")).paddingLeft`;
      expect(await host.card.evaluate(padding)).not.toBe("0px");
      await takeScreenshot(host.page, "mcp-card/dark-answered");
    },
  );

  testInBrowser("closes when the question is answered on another screen, and says where", async () => {
    const hub = await hubOf();
    const host = await show(await overStdio(hub, open), [database]);
    await option(host, "SQLite").waitFor();
    const answers = [{ question: database.question, selectedOptions: ["MongoDB"] }];
    await hub.client("human").answer(host.id, { answers, surface: "web", act: "click", user: "ana" });
    await answered(host);
    expect(await host.card.locator(".yc-banner").textContent()).toMatch(/^Answered\. ana, in web/);
    expect(await host.messages()).toEqual([]);
  });

  testInBrowser.for([
    ["an answer", "Answered. You, in"],
    ["a refusal", "Declined. You, in"],
  ])("knows %s of the person whose reply was lost, and tells the agent that has stopped", async ([what, words]) => {
    const hub = await hubOf();
    const host = await show(await overStdio(hub, open), [database], { losesReply: true });
    const { card } = host;
    if (what === "an answer") await press(host, "SQLite");
    else {
      await card.getByRole("button", { name: "Decline" }).click();
      await card.getByRole("textbox").fill("ask me tomorrow");
      await card.getByRole("button", { name: "Decline" }).last().click();
    }
    await card.locator(".yc-banner", { hasText: words }).waitFor();
    expect(await card.getByText("Your draft, not sent").count()).toBe(0);
    expect(await card.getByText("ask me tomorrow").count()).toBe(what === "an answer" ? 0 : 1);
    await expect.poll(host.messages).toHaveLength(1);
  });

  testInBrowser.for([
    ["takes no messages", { capabilities: {} }],
    ["refuses them", { refuses: true }],
  ] as const)("works in a client that %s, and says that the agent may have stopped", async ([_, options]) => {
    const hub = await hubOf();
    const host = await show(await overStdio(hub, open), [database], options);
    await press(host, "SQLite");
    await answered(host);
    await host.card.getByText("If it has stopped, write to it.").waitFor();
    expect(await host.card.getByText("Not accepted").count()).toBe(0);
    expect((await hub.client("human").get(host.id)).status).toBe("answered");
  });

  testInBrowser(
    "is as tall as its content, and shows several questions, previews and links on a narrow screen",
    async () => {
      const hub = await hubOf();
      const html = "<p>One</p>";
      const several = [
        database,
        {
          question: "How should it look?",
          header: "Look",
          multiSelect: false,
          options: [
            {
              label: "Plain",
              description: "Words only",
              preview: "**Words**, see [the list](https://example.com/list)",
            },
            { label: "Rich", description: "With boxes", preview: html },
          ],
        },
      ];
      const host = await show(await overStdio(hub, open), several, { width: 360 });
      await host.card.getByRole("button", { name: /^Send/ }).waitFor();
      const tall = "document.documentElement.scrollHeight <= innerHeight && innerHeight > 300";
      await expect.poll(() => host.card.evaluate(tall)).toBe(true);
      expect(await scrollsSideways(host.card)).toBe(false);
      expect(await cardFaults(host)).toEqual([]);
      await takeScreenshot(host.page, "mcp-card/narrow");
      await host.page.setViewportSize({ width: 800, height: 900 });
      await takeScreenshot(host.page, "mcp-card/wide");
      await host.card.getByRole("link", { name: "the list" }).click();
      await expect.poll(() => host.page.evaluate("chat.opened")).toEqual(["https://example.com/list"]);
      await host.card.getByRole("button", { name: "Rich" }).click();
      await host.card.getByText("HTML cannot be drawn here").waitFor();
      await host.card.getByText(html).waitFor();
    },
  );

  testInBrowser("ignores a press on an option that the conversation has just moved under the pointer", async () => {
    const hub = await hubOf();
    const host = await show(await overStdio(hub, open), [database]);
    // Playwright waits until the card takes presses.
    await option(host, "SQLite").hover();
    const top = async (name: string) => (await option(host, name).boundingBox())?.y ?? Number.NaN;
    const [x, y] = [200, Math.round(await top("SQLite")) + 10];
    await host.page.mouse.move(x, y);
    const distance = (await top("SQLite")) - (await top("PostgreSQL"));
    const before = await top("SQLite");
    await host.page.evaluate(`document.getElementById("above").style.height = "${distance}px"`);
    await expect.poll(() => top("SQLite")).toBeGreaterThan(before);
    // What a browser reports then by itself, sooner or later: the pointer rests, and the card is elsewhere.
    await host.page.mouse.move(x, y);
    await host.page.mouse.down();
    await host.page.mouse.up();
    await press(host, "MongoDB");
    await answered(host);
    expect((await hub.client("human").get(host.id)).outcome).toMatchObject({
      answers: [{ selectedOptions: ["MongoDB"] }],
    });
  });
});
