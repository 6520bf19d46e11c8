import type { RefObject } from "react";
import { Icon } from "./icon.tsx";
import { KeyCap } from "./key-cap.tsx";

interface FilterFieldProps {
  field: RefObject<HTMLInputElement | null>;
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
}

/** The field above a list. Esc empties it and leaves for the page's main part. */
export function FilterField({ field, label, placeholder, text, onText }: FilterFieldProps) {
  return (
    <label className="find-field">
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
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
