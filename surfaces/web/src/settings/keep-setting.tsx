import type { HubClient, HubSettings } from "@yourcall/client";
import { toSpan } from "@yourcall/core";
import { type FormEvent, useState } from "react";
import { Confirm } from "./confirm.tsx";
import { dayMs, isShorter, mostDays, parseKeep, toDaysText } from "./keep-days.ts";
import { Setting } from "./setting.tsx";

interface KeepSettingProps {
  client: HubClient;
  settings: HubSettings;
  onSaved: () => void;
}

const title = "How long decisions are kept";

type Saving =
  | { is: "idle" }
  | { is: "asking"; keepMs: number }
  | { is: "busy" }
  | { is: "saved" }
  | { is: "failed"; why: string };

/** How long decisions are kept. A shorter time deletes decisions, so it needs a confirmation. */
export function KeepSetting({ client, settings, onSaved }: KeepSettingProps) {
  const { keepMs, canSave } = settings;
  const [forGood, setForGood] = useState(keepMs === null);
  const [days, setDays] = useState(keepMs === null ? "90" : toDaysText(keepMs));
  const [saving, setSaving] = useState<Saving>({ is: "idle" });

  async function save(next: number | null): Promise<void> {
    setSaving({ is: "busy" });
    try {
      await client.saveSettings({ keepMs: next });
      setSaving({ is: "saved" });
      onSaved();
    } catch (error) {
      setSaving({ is: "failed", why: (error as Error).message });
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const next = forGood ? null : parseKeep(days);
    if (next === undefined) setSaving({ is: "failed", why: `Enter a number of days from 1 to ${mostDays}.` });
    else if (next !== null && isShorter(next, keepMs)) setSaving({ is: "asking", keepMs: next });
    else void save(next);
  }

  const now = keepMs === null ? "Decisions are kept forever." : `Decisions are kept for ${toSpan(keepMs)}.`;
  return (
    <Setting title={title} about="Questions that are still waiting are never deleted.">
      <form className="keep" onSubmit={submit} aria-label={title} noValidate>
        <p>{now}</p>
        {canSave ? (
          <fieldset className="choices" disabled={saving.is === "busy"}>
            <legend className="unseen">Keep decisions</legend>
            <label className="choice">
              <input type="radio" name="keep" checked={forGood} onChange={() => setForGood(true)} />
              Forever
            </label>
            <div className="choice">
              <input id="keep-some" type="radio" name="keep" checked={!forGood} onChange={() => setForGood(false)} />
              <label htmlFor="keep-some">For some days:</label>
              <input
                className="days"
                type="number"
                inputMode="numeric"
                min={1}
                max={mostDays}
                step={1}
                aria-label="Days"
                value={days}
                onFocus={() => setForGood(false)}
                onChange={({ target }) => setDays(target.value)}
              />
            </div>
          </fieldset>
        ) : (
          <p className="meta">This hub has nowhere to save settings, so this cannot be changed here.</p>
        )}
        {canSave && (
          <button type="submit" disabled={saving.is === "busy"}>
            Save
          </button>
        )}
        {saving.is === "asking" && (
          <Confirm
            act="Delete and save"
            leave="Leave as it is"
            onAct={() => void save(saving.keepMs)}
            onLeave={() => setSaving({ is: "idle" })}
          >
            Everything that ended more than {saving.keepMs / dayMs} {saving.keepMs === dayMs ? "day" : "days"} ago is
            deleted now. This cannot be undone.
          </Confirm>
        )}
        <p role="status" className={saving.is === "failed" ? "failed" : "meta"}>
          {saving.is === "saved" && "Saved."}
          {saving.is === "failed" && `Not saved. ${saving.why}`}
        </p>
      </form>
    </Setting>
  );
}
