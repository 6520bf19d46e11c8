import { withHub } from "../hub/connect.ts";
import { failingDevices } from "../notify/failing-devices.ts";
import { type Finding, fail, ok } from "./finding.ts";

/** Checks that every device of the person can be reached, before a question needs it. */
export async function checkDevices(): Promise<Finding[]> {
  // Whether the hub itself works is another check.
  const devices = await withHub("human", { start: false }, (client) => client.listDevices()).catch(() => []);
  const check = "devices";
  const failing = failingDevices(devices);
  const todo = "`yourcall notify` lists the devices; remove it and add it again if it stays so.";
  if (failing.length > 0) return failing.map((text) => fail(check, text, todo));
  return devices.length === 0 ? [] : [ok(check, `Devices: ${devices.map(({ name }) => name).join(", ")}`)];
}
