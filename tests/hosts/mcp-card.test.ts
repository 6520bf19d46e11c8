import { build } from "esbuild";
import { expect, test } from "vitest";
import { database } from "../support/asks.ts";
import { showsCards, useChatHost } from "../support/chat-host.ts";
import { startHub } from "../support/hub.ts";
import { overStdio } from "../support/mcp.ts";

const show = useChatHost();

/** The page of a chat client made of the official package. A text, because its package is installed only here. */
const bridgePage = `
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";
const chat = globalThis.chat = { messages: [], opened: [] };
chat.show = async (html, input, result) => {
  const frame = document.createElement("iframe");
  frame.title = "Card";
  frame.sandbox = "allow-scripts";
  document.querySelector("main").append(frame);
  const capabilities = { serverTools: {}, message: { text: {} }, openLinks: {} };
  const bridge = new AppBridge(null, { name: "bridge", version: "1" }, capabilities, { hostContext: { theme: "dark" } });
  bridge.oncalltool = (params) => callTool(params);
  bridge.onmessage = async ({ content }) => { chat.messages.push(content[0].text); return {}; };
  bridge.onsizechange = ({ height }) => { frame.style.height = height + "px"; };
  const ready = new Promise((resolve) => { bridge.oninitialized = resolve; });
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.srcdoc = html;
  await ready;
  await bridge.sendToolInput({ arguments: input });
  await bridge.sendToolResult(result);
};`;

test("a host made of the official app-bridge shows the card in its theme, and a click answers", async () => {
  const hub = await startHub();
  const stdin = { contents: bridgePage, resolveDir: import.meta.dirname };
  const { outputFiles } = await build({ stdin, bundle: true, format: "esm", write: false });
  const chatScript = outputFiles[0]?.text.replaceAll("</script", "<\\/script");
  const client = await overStdio(hub, { capabilities: showsCards });
  const { page, card, id, messages } = await show(client, [database], { chatScript });
  const option = card.locator(".yc-option").filter({ hasText: "SQLite" });
  await option.hover();
  expect(await card.locator(".yc-card").getAttribute("data-scheme")).toBe("dark");
  await expect.poll(async () => (await page.locator("iframe").boundingBox())?.height).toBeGreaterThan(200);
  // The frame has grown since.
  await option.hover();
  await option.click();
  await card.locator('.yc-card[data-state="answered"]').waitFor();
  expect((await hub.client("human").get(id)).outcome).toMatchObject({
    answers: [{ selectedOptions: ["SQLite"] }],
    by: { surface: "test-client 1.2.3 (card)", act: "click" },
  });
  await expect.poll(messages).toEqual([expect.stringContaining(id)]);
});
