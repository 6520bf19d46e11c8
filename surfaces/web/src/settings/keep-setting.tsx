import type { HubClient, HubSettings } from "@yourcall/client";
import { toSpan } from "@yourcall/core/internal";
import { type FormEvent, useState } from "react";
import { useCall } from "../live/use-call.ts";
import { dayMs, isShorter, mostDays, parseKeep, toDaysText } from "./keep-days.ts";
import { Confirm, Setting } from "./setting.tsx";

const title = "How long decisions are kept";

interface KeepSettingProps {
  client: HubClient;
  settings: HubSettings;
  onSaved: () => void;
}

/** How long decisions are kept. A shorter time deletes decisions, so it needs a confirmation. */
export function KeepSetting({ client, settings: { keepMs, canSave }, onSaved }: KeepSettingProps) {
  const [forGood, setForGood] = useState(keepMs === null);
  const [days, setDays] = useState(keepMs === null ? "90" : toDaysText(keepMs));
  /** The time that the person is asked to confirm. */
  const [asked, setAsked] = useState<number>();
  const { busy, done, why, run } = useCall();

  async function save(next: number | null | undefined): Promise<void> {
    setAsked(undefined);
    if (next === undefined) throw new Error(`Enter a number of days from 1 to ${mostDays}.`);
    await client.saveSettings({ keepMs: next });
    onSaved();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const next = forGood ? null : parseKeep(days);
    if (typeof next === "number" && isShorter(next, keepMs)) setAsked(next);
    else void run(() => save(next));
  }

  return (
    <Setting title={title} about="Questions that are still waiting are never deleted.">
      <form className="keep" onSubmit={submit} aria-label={title} noValidate>
        <p>{keepMs === null ? "Decisions are kept forever." : `Decisions are kept for ${toSpan(keepMs)}.`}</p>
        {canSave ? (
          <>
            <fieldset className="choices" disabled={busy}>
              <legend className="unseen">Keep decisions</legend>
              <label className="choice line">
                <input type="radio" name="keep" checked={forGood} onChange={() => setForGood(true)} />
                Forever
              </label>
              <div className="choice line">
                <input id="keep-some" type="radio" name="keep" checked={!forGood} onChange={() => setForGood(false)} />
                <label htmlFor="keep-some">For this many days:</label>
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
            <button type="submit" disabled={busy}>
              Save
            </button>
          </>
        ) : (
          <p className="meta">This hub has nowhere to save settings, so this cannot be changed here.</p>
        )}
        {asked !== undefined && (
          <Confirm
            act="Delete and save"
            leave="Leave as it is"
            onAct={() => void run(() => save(asked))}
            onLeave={() => setAsked(undefined)}
          >
            Everything that ended more than {asked / dayMs} {asked === dayMs ? "day" : "days"} ago will be deleted now.
            This cannot be undone.
          </Confirm>
        )}
        <p role="status" className={why === undefined ? "meta" : "failed"}>
          {asked === undefined && done && "Saved."}
          {asked === undefined && why !== undefined && `Not saved. ${why}`}
        </p>
      </form>
    </Setting>
  );
}
