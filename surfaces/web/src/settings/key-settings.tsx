import { useState } from "react";
import type { BrowserStorage } from "../app/browser-storage.ts";
import { KeyTable } from "../app/key-sheet.tsx";
import { lettersAct, setLettersAct } from "../app/page-keys.ts";
import { Setting } from "./setting.tsx";
import { Switch } from "./switch.tsx";

/** Whether single letters act, and all keys. */
export function KeySettings({ storage }: { storage: BrowserStorage }) {
  const [on, setOn] = useState(() => lettersAct(storage));
  function turn(letters: boolean): void {
    setLettersAct(storage, letters);
    setOn(letters);
  }
  return (
    <Setting title="Keys" about="They work anywhere on the page, never while you type.">
      <Switch name="Single-letter keys" about="Digits, arrows and Enter always work." on={on} onTurn={turn} />
      <KeyTable />
    </Setting>
  );
}
