import { maxNameLength } from "@yourcall/core/internal";
import { Icon, KeyCap } from "./icon.tsx";

interface FilterFieldProps {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
}

/** The filter field above a list, focused by `/`. Esc empties it and moves the focus to the main part of the page. */
export function FilterField({ label, placeholder, text, onText }: FilterFieldProps) {
  return (
    <label className="find-field line">
      <Icon name="search" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxNameLength}
        autoComplete="off"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          onText("");
          document.getElementById("main")?.focus();
        }}
      />
      <KeyCap>/</KeyCap>
    </label>
  );
}
