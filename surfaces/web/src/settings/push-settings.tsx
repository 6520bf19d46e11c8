import type { HubClient } from "@yourcall/client";
import { type FormEvent, useEffect, useState } from "react";
import { pushDevice } from "../app/notifications.ts";
import { type PushSupport, pushSupport, sendPushTest, startPush, stopPush } from "../app/push.ts";
import { useCall } from "../live/use-call.ts";
import { useRead } from "../live/use-read.tsx";
import { blockedText } from "./notification-settings.tsx";
import { Setting, Switch } from "./setting.tsx";

const reasons: Partial<Record<PushSupport, string>> = {
  no: "This browser cannot be notified with no page open. It needs https, or this machine.",
  install: "First add this page to the home screen (Share, Add to Home Screen), then open it from there.",
  blocked: blockedText,
};

const levels = { full: "Everything", questions: "Questions and options only", waiting: "Only that something waits" };
type Level = keyof typeof levels;

const lookMs = 1000;

interface PushSettingsProps {
  client: HubClient;
  /** What this browser is called so far. */
  name: string;
}

/** Whether this browser is notified with no page open, and answers from the notification. */
export function PushSettings({ client, name }: PushSettingsProps) {
  const [id, setId] = useState(pushDevice);
  const devices = useRead(`devices ${id}`, async () => (id === null ? [] : client.listDevices()));
  const { busy, why, run } = useCall();
  const device = devices.value?.find((one) => one.id === id);
  const isAdding = device?.state === "adding";
  const { again } = devices;
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again after each reading, until the test button was pressed. A reading that ends before it was drawn changes only the value
  useEffect(() => {
    if (!isAdding || devices.busy) return;
    const timer = setTimeout(again, lookMs);
    return () => clearTimeout(timer);
  }, [isAdding, devices.busy, devices.value]);
  const reason = reasons[pushSupport()];
  const stop = () => void run(() => stopPush(client, id ?? "").then(() => setId(null)));
  return (
    <Setting
      title="Notify this device"
      about="Notifications with buttons, also with no page open. They are encrypted: only this browser can read them."
    >
      {device === undefined && reason !== undefined && <p className="meta">{reason}</p>}
      {device === undefined && reason === undefined && (
        <PushForm
          name={name}
          busy={busy}
          onStart={(wanted) => void run(() => startPush(client, wanted).then(() => setId(pushDevice())))}
        />
      )}
      {device !== undefined && (
        <div className="line push-state">
          <p role="status">
            {isAdding
              ? "A test notification was sent. Press its button to finish."
              : device.reason === undefined
                ? `On, as “${device.name}”.`
                : `Fails: ${device.reason}.`}
          </p>
          {isAdding && (
            <button type="button" disabled={busy} onClick={() => void run(sendPushTest)}>
              Send it again
            </button>
          )}
          <button type="button" className="quiet" disabled={busy} onClick={stop}>
            {isAdding ? "Cancel" : "Turn off"}
          </button>
        </div>
      )}
      {why !== undefined && (
        <p role="status" className="failed">
          Not done. {why}
        </p>
      )}
    </Setting>
  );
}

interface PushFormProps {
  name: string;
  busy: boolean;
  onStart: (device: { name: string; level: Level; approvals: boolean }) => void;
}

function PushForm({ name, busy, onStart }: PushFormProps) {
  const [typed, setTyped] = useState<string>();
  const [level, setLevel] = useState<Level>("full");
  const [approvals, setApprovals] = useState(false);
  const wanted = typed ?? name;
  function submit(event: FormEvent): void {
    event.preventDefault();
    onStart({ name: wanted.trim() || name, level, approvals: approvals && level === "full" });
  }
  return (
    <form className="push-form" onSubmit={submit} aria-label="Notify this device">
      <label className="field">
        Name
        <input value={wanted} maxLength={60} onChange={({ target }) => setTyped(target.value)} />
      </label>
      <fieldset className="choices" disabled={busy}>
        <legend>What a notification shows</legend>
        {(Object.keys(levels) as Level[]).map((one) => (
          <label className="choice line" key={one}>
            <input type="radio" name="level" checked={level === one} onChange={() => setLevel(one)} />
            {levels[one]}
          </label>
        ))}
      </fieldset>
      <Switch
        name="Allow approvals from a notification"
        about="Only once each, and only if all of it fits on one line. Needs “Everything”."
        on={approvals && level === "full"}
        disabled={level !== "full"}
        onTurn={setApprovals}
      />
      <button type="submit" disabled={busy}>
        Notify this device
      </button>
    </form>
  );
}
