export { type CodexListener, listenToCodex } from "./codex/listen.ts";
export { type DialogEnd, followDialog, type HostDialog, type OpenDialog } from "./follow-dialog.ts";
export type { Host, HostFile, HostPlaces, PluginSettings } from "./host.ts";
export { readSeen, recordLeft, recordRefused, recordSeen } from "./host-seen.ts";
export { type HostName, hosts, hubFirstHosts, isHostName } from "./host-table.ts";
export { type HubFirstHost, toHeldQuestion } from "./hub-first.ts";
export { readPluginFile, toShownPlugin } from "./plugin-file.ts";
