export { type DialogEnd, followDialog, type HostDialog, type OpenDialog } from "./follow-dialog.ts";
