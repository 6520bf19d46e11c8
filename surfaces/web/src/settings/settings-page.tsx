import "./settings.css";
import type { HubClient } from "@yourcall/client";
import type { Theme } from "../app/theme.ts";
import { ReadProblem } from "../read/read-problem.tsx";
import { useRead } from "../read/use-read.ts";
import { HubPlace } from "./hub-place.tsx";
import { KeepSetting } from "./keep-setting.tsx";
import { NotificationSetting } from "./notification-setting.tsx";
import { ThemeSetting } from "./theme-setting.tsx";
import { TokenSettings } from "./token-settings.tsx";

export interface SettingsPageProps {
  client: HubClient;
  navigate: (path: string) => void;
  theme: Theme;
  onTheme: (theme: Theme) => void;
}

/** What a person sets: of this browser first, then of the hub. */
export function SettingsPage({ client, theme, onTheme }: SettingsPageProps) {
  const settings = useRead("settings", () => client.settings());
  const hub = settings.value;
  return (
    <main id="main" className="page settings" tabIndex={-1}>
      <h1>Settings</h1>
      <NotificationSetting />
      <ThemeSetting theme={theme} onTheme={onTheme} />
      <ReadProblem reading={settings} what="The hub's settings" />
      {hub !== undefined && <KeepSetting client={client} settings={hub} onSaved={settings.again} />}
      <TokenSettings client={client} own={hub?.token} />
      {hub !== undefined && <HubPlace settings={hub} />}
    </main>
  );
}
