import type { DialogEnd, OpenDialog } from "../follow-dialog.ts";

/** What every dialog that is open in Codex has. */
export interface LiveDialog {
  opened?: OpenDialog;
  /** Resolved when Codex can be replied to again, or the dialog has ended. */
  changed: PromiseWithResolvers<void>;
  isOver: boolean;
}

/** Whatever waits for a change of this dialog goes on. */
export function wake(dialog: LiveDialog): void {
  dialog.changed.resolve();
  dialog.changed = Promise.withResolvers<void>();
}

/** Takes the dialog off the list and reports its end to the hub; does nothing if it has ended before. */
export function endDialog<Dialog extends LiveDialog>(all: Map<string, Dialog>, dialog: Dialog, how: DialogEnd): void {
  if (dialog.isOver) return;
  dialog.isOver = true;
  for (const [key, one] of all) if (one === dialog) all.delete(key);
  wake(dialog);
  void dialog.opened?.end(how);
}
