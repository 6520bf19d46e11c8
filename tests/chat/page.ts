import type { WireAsk } from "@yourcall/client";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { TestHub } from "../support/hub.ts";

/** What a person does and sees on the page of examples/chat. */
export async function say(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
}

export const cards = (page: Page): Locator => page.locator(".yc-card");
export const card = (page: Page): Locator => cards(page).last();

/** The id of the conversation, which is the session of its asks in the hub. */
export function sessionIn(page: Page): string {
  return new URL(page.url()).pathname.replace("/c/", "");
}

/** The one ask that waits in a conversation. */
export async function pendingIn(hub: TestHub, session: string): Promise<WireAsk> {
  const { asks } = await hub.client("human").list({ session, status: "pending" });
  if (asks[0] === undefined || asks.length > 1) throw new Error(`${asks.length} asks wait in ${session}.`);
  return asks[0];
}

/** Answers in a terminal. */
export async function answerElsewhere(hub: TestHub, session: string, ...args: string[]): Promise<void> {
  const { id } = await pendingIn(hub, session);
  const { code, stderr } = await hub.run(["answer", id, ...args]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
}

export const send = (page: Page): Promise<void> => card(page).getByRole("button", { name: "Send answer" }).click();
