import "./settings.css";
import type { HubClient, HubSettings } from "@yourcall/client";
import { toSpan } from "@yourcall/core/internal";
import { useStored } from "../app/browser-storage.ts";
import { KeyTable } from "../app/key-sheet.tsx";
import { usePageKeys } from "../app/page-keys.ts";
import { Pair } from "../app/pair.tsx";
import { type Theme, themes } from "../app/theme.ts";
import { ReadProblem, useRead } from "../live/use-read.tsx";
import { KeepSetting } from "./keep-setting.tsx";
import { NotificationSettings } from "./notification-settings.tsx";
import { PhoneLogin } from "./phone-login.tsx";
import { PushSettings } from "./push-settings.tsx";
import { Setting, Switch } from "./setting.tsx";
import { TokenList, type TokenListProps } from "./token-list.tsx";
import { TokenSettings } from "./token-settings.tsx";

interface SettingsPageProps {
  client: HubClient;
  theme: Theme;
  onTheme: (theme: Theme) => void;
}

/** Settings: of this browser first, then of the hub. */
export default function SettingsPage({ client, theme, onTheme }: SettingsPageProps) {
  const settings = useRead("settings", () => client.settings());
  const tokens = useRead("tokens", () => client.listTokens());
  const hub = settings.value;
  usePageKeys();
  return (
    <main id="main" className="page settings" tabIndex={-1}>
      <h1>Settings</h1>
      <DeviceSettings client={client} tokens={tokens} own={hub?.token} hub={hub} />
      <NotificationSettings />
      <PushSettings
        client={client}
        name={tokens.value?.find(({ id }) => id === hub?.token)?.device ?? "This browser"}
      />
      <AnswerSettings />
      <KeySettings />
      <ThemeSetting theme={theme} onTheme={onTheme} />
      <ReadProblem reading={settings} what="The hub's settings" />
      {hub !== undefined && <KeepSetting client={client} settings={hub} onSaved={settings.again} />}
      <TokenSettings client={client} tokens={tokens} own={hub?.token} />
      {hub !== undefined && <HubPlace settings={hub} />}
    </main>
  );
}

const themeNames: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" };

function ThemeSetting({ theme, onTheme }: { theme: Theme; onTheme: (theme: Theme) => void }) {
  return (
    <Setting title="Appearance" about="Saved in this browser.">
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
  const { timeoutMs } = settings;
  const places = {
    Address: settings.url,
    "Public address": settings.publicUrl,
    Socket: settings.socket,
    "State directory": settings.directory,
    Version: settings.version,
    "Questions expire": timeoutMs && `after ${toSpan(timeoutMs)}, unless the agent sets another time`,
  };
  return (
    <Setting
      title="Where the hub listens"
      about={
        <>
          To change this, set <code>port</code>, <code>host</code>, <code>publicUrl</code> or <code>timeout</code> in{" "}
          <code>config.json</code> in the state directory and restart the hub.
        </>
      }
    >
      <dl className="pairs">
        {Object.entries(places).map(([name, place]) => (
          <Pair key={name} name={name} className="mono">
            {place}
          </Pair>
        ))}
      </dl>
    </Setting>
  );
}

/** Whether one click, or one digit, is the whole answer. */
function AnswerSettings() {
  const [atOnce, setAtOnce] = useStored("send-at-once");
  return (
    <Setting title="Answering" about="Saved in this browser.">
      <Switch
        name="A click on an option sends it"
        about="If off, you choose and then press Send. On a touch screen you always do."
        on={atOnce !== "off"}
        onTurn={(on) => setAtOnce(on ? null : "off")}
      />
    </Setting>
  );
}

/** Whether single letters act, and all keys. */
function KeySettings() {
  const [letters, setLetters] = useStored("letters");
  return (
    <Setting title="Keys" about="They work anywhere on the page, except while you type.">
      <Switch
        name="Single-letter keys"
        about="Digits, arrows and Enter always work."
        on={letters !== "off"}
        onTurn={(on) => setLetters(on ? null : "off")}
      />
      <KeyTable on="waiting" />
    </Setting>
  );
}

/** The browsers that are logged in, by name and last use, and how to log in on a phone. */
function DeviceSettings({ hub, ...props }: TokenListProps & { hub: HubSettings | undefined }) {
  return (
    <TokenList
      {...props}
      title="Devices"
      about="Each can answer for you. Logging one out takes effect immediately."
      isListed={({ device }) => device !== undefined}
    >
      {hub === undefined ? (
        <ReadProblem reading={props.tokens} what="The devices" />
      ) : hub.publicUrl === undefined ? (
        <p className="meta">
          To log in on a phone, run <code>yourcall share</code>, or set <code>publicUrl</code> in{" "}
          <code>config.json</code> to an address that the phone can reach.
        </p>
      ) : (
        <PhoneLogin client={props.client} />
      )}
    </TokenList>
  );
}
