export { type CodexListener, codexSocket, listenToCodex } from "./codex/listen.ts";
export { type DialogEnd, followDialog, type HostDialog, type OpenDialog } from "./follow-dialog.ts";
