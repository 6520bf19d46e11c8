import "../app/key-sheet.css";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { useCall } from "../live/use-call.ts";

interface ConfirmDialogProps {
  title: string;
  /** What will happen, and what will be lost. */
  children: ReactNode;
  act: string;
  danger?: boolean;
  onAct: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before something that cannot be undone. A field in it has the focus first, otherwise Cancel. */
export function ConfirmDialog({ title, children, act, danger = false, onAct, onClose }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { busy, why, run } = useCall();
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(() => onAct().then(close));
  };
  return (
    <dialog ref={dialog} className="sheet panel confirm" aria-labelledby="confirm-title" onClose={onClose}>
      <form onSubmit={submit}>
        <h2 id="confirm-title">{title}</h2>
        {children}
        <p role="status" className="fine failed">
          {why}
        </p>
        <p className="confirm-acts line">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button
            type="submit"
            className={danger ? "danger" : "primary"}
            disabled={busy}
            onKeyDown={(event) => event.repeat && event.preventDefault()}
          >
            {act}
          </button>
        </p>
      </form>
    </dialog>
  );
}
