import "./settings.css";
import type { HubClient, HubSettings } from "@yourcall/client";
import { toSpan } from "@yourcall/core";
import type { ReactNode } from "react";
import { useState } from "react";
import type { BrowserStorage } from "../app/browser-storage.ts";
import { KeyTable } from "../app/key-sheet.tsx";
import { lettersAct, setLettersAct } from "../app/page-keys.ts";
import { type Theme, themes } from "../app/theme.ts";
import { ReadProblem, useRead } from "../read/use-read.tsx";
import { KeepSetting } from "./keep-setting.tsx";
import { NotificationSettings } from "./notification-settings.tsx";
import { PhoneLogin } from "./phone-login.tsx";
import { Setting } from "./setting.tsx";
import { Switch } from "./switch.tsx";
import { TokenList, type TokenListProps } from "./token-list.tsx";
import { TokenSettings } from "./token-settings.tsx";

interface SettingsPageProps {
  client: HubClient;
  storage: BrowserStorage;
  theme: Theme;
  onTheme: (theme: Theme) => void;
}

/** Settings: of this browser first, then of the hub. */
export default function SettingsPage({ client, storage, theme, onTheme }: SettingsPageProps) {
  const settings = useRead("settings", () => client.settings());
  const tokens = useRead("tokens", () => client.listTokens());
  const hub = settings.value;
  return (
    <main id="main" className="page settings" tabIndex={-1}>
      <h1>Settings</h1>
      <DeviceSettings client={client} tokens={tokens} own={hub?.token} publicUrl={hub?.publicUrl} />
      <NotificationSettings storage={storage} />
      <KeySettings storage={storage} />
      <ThemeSetting theme={theme} onTheme={onTheme} />
      <ReadProblem reading={settings} what="The hub's settings" />
      {hub !== undefined && <KeepSetting client={client} settings={hub} onSaved={settings.again} />}
      <TokenSettings client={client} tokens={tokens} own={hub?.token} />
      {hub !== undefined && <HubPlace settings={hub} />}
    </main>
  );
}

const themeNames: Record<Theme, string> = { system: "As the system", light: "Light", dark: "Dark" };

function ThemeSetting({ theme, onTheme }: { theme: Theme; onTheme: (theme: Theme) => void }) {
  return (
    <Setting title="Appearance" about="Kept in this browser.">
      <fieldset className="segments">
        <legend className="unseen">Theme</legend>
        {themes.map((name) => (
          <label key={name}>
            <input type="radio" name="theme" checked={theme === name} onChange={() => onTheme(name)} />
            {themeNames[name]}
          </label>
        ))}
      </fieldset>
    </Setting>
  );
}

/** Where the hub listens. Not editable, so that no page can cut itself off. */
function HubPlace({ settings }: { settings: HubSettings }) {
  const { url, publicUrl, socket, directory, version, timeoutMs } = settings;
  return (
    <Setting
      title="Where the hub listens"
      about={
        <>
          <code>port</code>, <code>host</code>, <code>publicUrl</code> and <code>timeout</code> in{" "}
          <code>config.json</code> of the state directory change this at the next start of the hub.
        </>
      }
    >
      <dl className="pairs">
        <Place name="Address">{url}</Place>
        {publicUrl !== undefined && <Place name="Public address">{publicUrl}</Place>}
        <Place name="Socket">{socket}</Place>
        <Place name="State directory">{directory}</Place>
        <Place name="Version">{version}</Place>
        {timeoutMs !== undefined && (
          <Place name="Asks expire after">{toSpan(timeoutMs)}, unless they say otherwise</Place>
        )}
      </dl>
    </Setting>
  );
}

function Place({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="mono">{children}</dd>
    </div>
  );
}

/** Whether single letters act, and all keys. */
function KeySettings({ storage }: { storage: BrowserStorage }) {
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

/** The browsers that are logged in, by name and last use, and how to log in on a phone. */
function DeviceSettings({ publicUrl, ...props }: TokenListProps & { publicUrl: string | undefined }) {
  return (
    <TokenList
      {...props}
      title="Devices"
      about="Each may answer for you. Logging one out takes effect at once."
      isListed={({ device }) => device !== undefined}
    >
      {publicUrl === undefined ? (
        <p className="meta">
          To log in on a phone, set <code>publicUrl</code> in <code>config.json</code> to an address that it can reach.
        </p>
      ) : (
        <PhoneLogin client={props.client} />
      )}
    </TokenList>
  );
}
