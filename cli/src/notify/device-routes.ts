import { YourcallError } from "@yourcall/core";
import { addedDevice, deviceBody, devicesPage, type WireDevice } from "@yourcall/core/internal/wire";
import { type DeviceRecord, defineRoute, json, type Route } from "@yourcall/hub";
import type { Devices } from "./devices.ts";

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
      right: "administer",
      summary: "List devices",
      replies: { 200: { description: "The devices without their secrets", type, schema: devicesPage } },
      handle: async () => json(200, { devices: (await running().list()).map(toWireDevice) }),
    }),
    defineRoute({
      method: "POST",
      path: "/v1/devices",
      scopes: ["human"],
      summary: "Begin to add a device",
      description: "It is ready once the person has sent the code and pressed the test button there.",
      body: deviceBody,
      maxBodyBytes: 4096,
      replies: { 201: { description: "The device and the code", type, schema: addedDevice } },
      async handle({ body, caller }) {
        const { device, code, url } = await running().add(body, caller);
        return json(201, { ...toWireDevice(device), code, url });
      },
    }),
    defineRoute({
      method: "DELETE",
      path: "/v1/devices/:id",
      scopes: ["human"],
      summary: "Remove a device",
      replies: { 204: { description: "Removed; its buttons no longer work" } },
      refusals: [404],
      async handle({ params }) {
        if (!(await running().remove(`${params.id}`)))
          throw new YourcallError("not-found", "There is no device with that id.");
        return { status: 204 };
      },
    }),
  ];
}

function toWireDevice(device: DeviceRecord): WireDevice {
  const { id, kind, name, person, level, approvals, state, createdAt, okAt, failingSince, reason } = device;
  const toTime = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());
  return {
    ...{ id, kind, name, person, level, approvals, state, reason },
    ...{ createdAt: new Date(createdAt).toISOString(), okAt: toTime(okAt), failingSince: toTime(failingSince) },
  };
}
