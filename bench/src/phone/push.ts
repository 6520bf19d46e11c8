import { startPushService } from "../../../tests/support/push-service.ts";
import { type Device, type StartHub, untilReady } from "./device.ts";

/** A browser's service worker, as far as the hub notices: what is pushed to it is decrypted, and it posts the press. */
export async function bindPush(start: StartHub): Promise<Device> {
  const service = await startPushService();
  const hub = await start(service.env);
  const { id, token } = await hub.call("human", "/v1/devices", { kind: "push", name: "bench", level: "full" });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const post = (path: string, body: object) =>
    fetch(`${hub.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const subscription = service.subscribe();
  const { endpoint, keys } = subscription;
  // A button for each of the three options.
  await post("/v1/subscription", { endpoint, keys, actions: 3, reply: false });

  async function notice(text: string) {
    const { notification } = await subscription.until(({ notification: { title } }) => title.includes(text));
    const [button = ""] = notification.data.buttons;
    return { press: () => void post("/v1/press", { button }) };
  }

  (await notice("Does this arrive?")).press();
  await untilReady(hub, id);
  return { hub, notice, end: async () => service.end() };
}
