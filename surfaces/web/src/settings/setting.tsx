import { type ReactNode, type Ref, useId } from "react";

interface SettingProps {
  title: string;
  /** A sentence under the title. */
  about: ReactNode;
  /** Takes the focus when the row that had it is gone. */
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** One group of settings: its title and description on the left, its controls on the right. */
export function Setting({ title, about, heading, children }: SettingProps) {
  const id = useId();
  return (
    <section className="setting" aria-labelledby={id}>
      <div className="setting-head">
        <h2 id={id} tabIndex={-1} ref={heading}>
          {title}
        </h2>
        <p className="fine">{about}</p>
      </div>
      <div className="panel">{children}</div>
    </section>
  );
}

interface SwitchProps {
  name: string;
  /** A sentence under the name. */
  about: ReactNode;
  on: boolean;
  /** Whether it cannot be changed now; `about` says why. */
  disabled?: boolean;
  onTurn: (on: boolean) => void;
}

/** An on/off setting that takes effect immediately. */
export function Switch({ name, about, on, disabled, onTurn }: SwitchProps) {
  return (
    <label className="switch-line line">
      <span>
        {name} <span className="meta">{about}</span>
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        disabled={disabled}
        onChange={({ target }) => onTurn(target.checked)}
      />
    </label>
  );
}

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
    <div className="confirm line">
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
