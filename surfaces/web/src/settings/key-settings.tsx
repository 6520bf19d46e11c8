import { useState } from "react";
import type { BrowserStorage } from "../app/browser-storage.ts";
import { KeyTable } from "../app/key-sheet.tsx";
import { lettersAct, setLettersAct } from "../app/page-keys.ts";
import { Setting } from "./setting.tsx";

/** Whether single letters act, and all keys. */
export function KeySettings({ storage }: { storage: BrowserStorage }) {
  const [on, setOn] = useState(() => lettersAct(storage));
  return (
    <Setting title="Keys" about="They work anywhere on the page, never while you type.">
      <label className="switch-line">
        <span>
          Single-letter keys <span className="meta">Digits, arrows and Enter always work</span>
        </span>
        <input
          type="checkbox"
          role="switch"
          checked={on}
          aria-checked={on}
          onChange={({ target }) => {
            setLettersAct(storage, target.checked);
            setOn(target.checked);
          }}
        />
      </label>
      <KeyTable />
    </Setting>
  );
}
