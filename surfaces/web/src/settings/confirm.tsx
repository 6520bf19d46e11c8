import type { ReactNode } from "react";

interface ConfirmProps {
  /** What is about to happen. */
  children: ReactNode;
  /** The labels for doing it and for not doing it. */
  act: string;
  leave: string;
  onAct: () => void;
  onLeave: () => void;
}

/** A confirmation, in place, before something that cannot be undone. */
export function Confirm({ children, act, leave, onAct, onLeave }: ConfirmProps) {
  return (
    <div className="confirm">
      <p role="status">{children}</p>
      <button type="button" className="danger" onClick={onAct}>
        {act}
      </button>
      <button type="button" className="quiet" onClick={onLeave}>
        {leave}
      </button>
    </div>
  );
}
