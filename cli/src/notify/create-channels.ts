import type { Channel } from "./channel.ts";
import { createDesktop, type Machine } from "./desktop.ts";
import type { NotifySettings } from "./notify-settings.ts";
import { createWebhook } from "./webhook.ts";

/** Every way to tell the person that is set or that this machine has. */
export function createChannels(settings: NotifySettings, machine: Machine = process): Channel[] {
  const desktop = createDesktop(settings.desktop, machine);
  const webhooks = Array.from(settings.webhooks, ([number, webhook]) => createWebhook(number, webhook));
  return desktop === null ? webhooks : [desktop, ...webhooks];
}
