import type { ReactNode } from "react";

interface SwitchProps {
  name: string;
  /** A sentence under the name. */
  about: ReactNode;
  on: boolean;
  /** It cannot be turned now; `about` says why. */
  disabled?: boolean;
  onTurn: (on: boolean) => void;
}

/** Something that is on or off, at once. */
export function Switch({ name, about, on, disabled, onTurn }: SwitchProps) {
  return (
    <label className="switch-line">
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
