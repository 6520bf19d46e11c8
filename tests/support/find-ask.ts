import type { AskStatus, HubClient, WireAsk } from "@yourcall/client";
import { vi } from "vitest";
import type { TestHub } from "./hub.ts";

// Only for what hangs: real agents take their time to start.
const patience = { timeout: 120_000, interval: 30 };

/** The newest ask with this question, once it has this status. */
export function askOf(
  person: HubClient,
  question: string,
  status: AskStatus = "pending",
  timeout = 30_000,
): Promise<WireAsk> {
  const find = async () => {
    const { asks } = await person.list({ status: "all", order: "newest" });
    const ask = asks.find(({ questions }) => questions.some((candidate) => candidate.question === question));
    if (ask?.status !== status) throw new Error(`${question}: ${ask?.status ?? "no ask"}, not ${status}`);
    return ask;
  };
  return vi.waitFor(find, { ...patience, timeout });
}

/** The ask that has waited longest, once one waits. */
export function waiting(person: HubClient): Promise<WireAsk> {
  return vi.waitFor(async () => {
    const [ask] = (await person.list({ status: "pending" })).asks;
    if (ask === undefined) throw new Error("Nothing waits.");
    return ask;
  }, patience);
}

/** The ask once it has ended. */
export function ended(person: HubClient, id: string): Promise<WireAsk> {
  return vi.waitFor(async () => {
    const ask = await person.get(id);
    if (ask.status === "pending") throw new Error("It still waits.");
    return ask;
  }, patience);
}

/** How the ask ended, once it has. */
export async function outcomeOf(hub: TestHub, id: string): Promise<WireAsk["outcome"]> {
  return (await ended(hub.client("human"), id)).outcome;
}
