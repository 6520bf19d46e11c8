import type { HubClient } from "@yourcall/client";
import { expect } from "vitest";
import type { TestHub } from "./hub.ts";
import type { Subscription } from "./push-service.ts";

/** A browser without a screen: it subscribes and posts as the worker does. */
export async function addBareBrowser(
  hub: TestHub,
  subscription: Subscription,
  { level = "full", approvals = false, actions = 2, reply = false, client = hub.client("human") }: BareOptions = {},
) {
  const { id, token, key } = await client.addDevice({ kind: "push", name: "Pixel", level, approvals });
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(`${hub.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return {
      status: response.status,
      body: response.status === 204 ? {} : ((await response.json()) as Record<string, unknown>),
    };
  };
  const { endpoint, keys } = subscription;
  const subscribe = (change: object = {}) => post("/v1/subscription", { endpoint, keys, actions, reply, ...change });
  expect(await subscribe()).toMatchObject({ status: 204 });
  const test = await subscription.until(({ notification }) => notification.data.kind === "test");
  const [button = ""] = test.notification.data.buttons;
  const press = (button: string, reply?: string) => post("/v1/press", { button, reply });
  expect(await press(button)).toMatchObject({ body: { result: "ready" } });
  const of = (ask: string, kind = "ask") =>
    subscription.until(({ notification }) => notification.tag === ask && notification.data.kind === kind);
  return { id, token: token ?? "", key: key ?? "", post, press, subscribe, of };
}

interface BareOptions {
  level?: "full" | "questions" | "waiting";
  approvals?: boolean;
  actions?: number;
  reply?: boolean;
  client?: HubClient;
}
