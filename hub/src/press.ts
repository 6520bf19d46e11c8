import { randomBytes } from "node:crypto";
import { YourcallError } from "@yourcall/core";
import { type ButtonAct, pressButton } from "@yourcall/core/internal";
import { isLoggedIn } from "./access/access.ts";
import { hashToken } from "./access/token.ts";
import type { Caller } from "./caller.ts";
import type { Hub } from "./hub.ts";
import type { DeviceRecord } from "./store/device-store.ts";
import type { AskRecord } from "./store/store.ts";

/** What became of a press. */
export type Press =
  /** No such button, or it belongs to another device. */
  | { to: "unknown" }
  /** The ask had already ended. */
  | { to: "ended"; record: AskRecord }
  /** This press ended the ask. */
  | { to: "done"; record: AskRecord }
  /** The ask is pending, with another question or a changed draft to show. */
  | { to: "show"; record: AskRecord; at: number }
  /** The person should now write the answer to this question. */
  | { to: "reply"; record: AskRecord; question: number }
  | { to: "refused"; record: AskRecord; message: string };

// Another screen may save its draft at the same moment.
const mostAttempts = 5;

/**
 * Adds a button and returns its random name, which only its device learns. `name` is given if the service has a name of its
 * own for it, as the message that a reply belongs to.
 */
export async function mintButton(
  { store }: Pick<Hub, "store">,
  ask: string,
  device: string,
  act: ButtonAct,
  name = randomBytes(16).toString("base64url"),
): Promise<string> {
  await store.addButtons([{ hash: hashToken(name), ask, device, act: JSON.stringify(act) }]);
  return name;
}

/** Does what a button of this device stands for. `words` is what the person wrote, for a button that takes words. */
export async function press(hub: Hub, device: DeviceRecord, name: string, words?: string): Promise<Press> {
  const button = await hub.store.findButton(hashToken(name));
  if (button === null || button.device !== device.id || !(await isLoggedIn(hub, device.id))) return { to: "unknown" };
  const act: ButtonAct = JSON.parse(button.act);
  for (let attempt = 1; ; attempt++) {
    const record = await hub.store.get(button.ask);
    if (record === null) return { to: "unknown" };
    if (record.outcome !== undefined) return { to: "ended", record };
    try {
      return await apply(hub, device, record, act, words);
    } catch (error) {
      const code = YourcallError.isInstance(error) ? error.code : undefined;
      // The next attempt reads how it ended, or the newer draft.
      const isBehind = code === "already-ended" || code === "draft-conflict";
      if (!isBehind || attempt === mostAttempts) throw error;
    }
  }
}

/** Records what a device says of a notification, which it names by one of its buttons. False if the device has no such button. */
export async function noteReceipt(
  { store, clock }: Pick<Hub, "store" | "clock">,
  device: string,
  name: string,
  what: "shown" | "opened",
): Promise<boolean> {
  const button = await store.findButton(hashToken(name));
  if (button === null || button.device !== device) return false;
  await store.addReceipt({ ask: button.ask, device, what, at: clock.now() });
  return true;
}

async function apply(
  hub: Hub,
  device: DeviceRecord,
  record: AskRecord,
  act: ButtonAct,
  words: string | undefined,
): Promise<Press> {
  const pressed = pressButton(record, record.draft?.draft, act, words);
  const body = { surface: device.kind, act: act.act === "reply" ? "submit" : "click" } as const;
  switch (pressed.to) {
    case "end": {
      const caller = callerOf(device);
      if (pressed.end.type === "left") return { to: "show", record, at: 0 };
      const ended =
        pressed.end.type === "declined"
          ? await hub.decline(record.id, body, caller)
          : await hub.answer(record.id, { ...body, answers: pressed.end.answers }, caller);
      await hub.store.addReceipt({ ask: record.id, device: device.id, what: "answered", at: hub.clock.now() });
      return { to: "done", record: ended };
    }
    case "draft": {
      const change = { draft: pressed.draft, baseRevision: record.draftRevision, surface: device.kind };
      return { to: "show", record: await hub.draft(record.id, change), at: pressed.at };
    }
    case "show":
      return { to: "show", record, at: pressed.at };
    case "reply":
      return { to: "reply", record, question: pressed.question };
    case "refused":
      return { to: "refused", record, message: "This question does not take that. Choose an option or open it." };
  }
}

function callerOf({ id, name, person }: DeviceRecord): Caller {
  return { token: id, scope: "device", name, person };
}
