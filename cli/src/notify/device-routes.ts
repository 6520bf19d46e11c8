import { YourcallError } from "@yourcall/core";
import * as schemas from "@yourcall/core/internal/wire";
import { type DeviceRecord, defineRoute, json, type Route } from "@yourcall/hub";
import { isRestricted, type Press } from "@yourcall/hub/internal";
import type { Devices } from "./devices.ts";
import { toEndingLine } from "./ending-line.ts";

const type = "application/json";

/** `/v1/devices`: the phones and chats of a person. `devices` is undefined until the hub has started. */
export function deviceRoutes(devices: () => Devices | undefined): Route[] {
  function running(): Devices {
    const started = devices();
    if (started === undefined)
      throw new YourcallError("not-found", "This hub has no devices. Start one with `yourcall serve`.");
    return started;
  }
  return [
    defineRoute({
      method: "GET",
      path: "/v1/devices",
      scopes: ["human"],
      summary: "List devices",
      description: "Somebody who may not administer the hub sees only their own.",
      replies: { 200: { description: "The devices without their secrets", type, schema: schemas.devicesPage } },
      async handle({ caller }) {
        const all = await running().list();
        const seen = isRestricted(caller) ? all.filter(({ person }) => person === caller.person) : all;
        return json(200, { devices: seen.map(toWireDevice) });
      },
    }),
    defineRoute({
      method: "POST",
      path: "/v1/devices",
      scopes: ["human"],
      right: "answer",
      summary: "Begin to add a device",
      description:
        "A device of the person whose token this is. It is ready once the person has sent the code and pressed the test button there. Only somebody who may administer the hub can name another server than Telegram's own or ntfy.sh.",
      body: schemas.deviceBody,
      maxBodyBytes: 4096,
      replies: { 201: { description: "The device and the code", type, schema: schemas.addedDevice } },
      async handle({ body, caller }) {
        // The hub sends requests there, from inside its network.
        if (isRestricted(caller) && namesServer(body))
          throw new YourcallError("forbidden", "Only an administrator can name another server for a device.");
        const { device, more } = await running().add(body, caller);
        return json(201, { ...toWireDevice(device), ...more });
      },
    }),
    defineRoute({
      method: "DELETE",
      path: "/v1/devices/:id",
      scopes: ["human"],
      right: "answer",
      summary: "Remove a device",
      description: "Somebody who may not administer the hub can remove only their own.",
      replies: { 204: { description: "Removed; its buttons no longer work" } },
      refusals: [404],
      async handle({ params, caller }) {
        const found = (await running().list()).find(({ id }) => id === params.id);
        const isTheirs = found !== undefined && (!isRestricted(caller) || found.person === caller.person);
        if (!isTheirs || !(await running().remove(found.id)))
          throw new YourcallError("not-found", "There is no device with that id.");
        return { status: 204 };
      },
    }),
    defineRoute({
      method: "POST",
      path: "/v1/press",
      scopes: ["device"],
      summary: "Press a button",
      description:
        "For a device with a token of its own. A button is for one ask, one answer and one device; an unknown one, or another device's, gets 404. A press after the end changes nothing.",
      body: schemas.pressBody,
      maxBodyBytes: 32_768,
      replies: { 200: { description: "What became of it", type, schema: schemas.pressed } },
      refusals: [404, 409],
      async handle({ body: { button, reply }, caller: { device = "" } }) {
        const found = await running().press(device, button, reply);
        if (found === null || found.press.to === "unknown") throw unknownButton();
        return json(200, toWirePressed(found.press, found.device));
      },
    }),
    defineRoute({
      method: "POST",
      path: "/v1/receipts",
      scopes: ["device"],
      summary: "Report that a notification was shown or opened",
      body: schemas.receiptBody,
      maxBodyBytes: 4096,
      replies: { 204: { description: "Recorded, if it is the first report of its kind" } },
      refusals: [404],
      async handle({ body, caller: { device = "" } }) {
        if (!(await running().receipt(device, body))) throw unknownButton();
        return { status: 204 };
      },
    }),
    defineRoute({
      method: "POST",
      path: "/v1/subscription",
      scopes: ["device"],
      summary: "Set where a browser can be reached",
      description:
        "For a device of kind `push`, once its browser has subscribed, and again whenever the subscription has changed. Endpoints are taken only at the push services of browsers. A device that is being added is sent its test notification.",
      body: schemas.subscriptionBody,
      maxBodyBytes: 4096,
      replies: { 204: { description: "Saved" } },
      refusals: [404],
      async handle({ body, caller: { device = "" } }) {
        if (!(await running().subscribe(device, body)))
          throw new YourcallError(
            "not-found",
            "This browser was removed. Turn notifications on again in its settings.",
          );
        return { status: 204 };
      },
    }),
  ];
}

function namesServer(body: schemas.DeviceBody): boolean {
  return (body.kind === "telegram" && body.api !== undefined) || (body.kind === "ntfy" && body.server !== undefined);
}

function unknownButton(): YourcallError {
  return new YourcallError("not-found", "This device has no such button. Its question is no longer here.");
}

type Known = Exclude<Press, { to: "unknown" }> | { to: "ready" };

/** The reply to a press: how the ask ended and who was first, nothing of what was asked. */
function toWirePressed(press: Known, device: DeviceRecord): schemas.WirePressed {
  switch (press.to) {
    case "ready":
      return { result: "ready", message: "This device gets the questions of your agents." };
    case "done":
      return press.record.status === "declined"
        ? { result: "declined", message: "Declined" }
        : { result: "answered", message: "Sent" };
    case "ended":
      return { result: "ended", message: `It was already over: ${toEndingLine(press.record, device)}` };
    case "refused":
      return { result: "open", message: press.message };
    case "show":
    case "reply":
      return { result: "open", message: "Open the question to answer it." };
  }
}

function toWireDevice(device: DeviceRecord): schemas.WireDevice {
  const { id, kind, name, person, level, approvals, state, createdAt, okAt, failingSince, reason } = device;
  const toTime = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());
  return {
    ...{ id, kind, name, person, level, approvals, state, reason },
    ...{ createdAt: new Date(createdAt).toISOString(), okAt: toTime(okAt), failingSince: toTime(failingSince) },
  };
}
