import type { HubClient } from "@yourcall/client";
import type { Theme } from "../app/theme.ts";

export interface SettingsPageProps {
  client: HubClient;
  navigate: (path: string) => void;
  theme: Theme;
  onTheme: (theme: Theme) => void;
}

export function SettingsPage(_: SettingsPageProps) {
  return (
    <main id="main" className="page" tabIndex={-1}>
      <h1>Settings</h1>
    </main>
  );
}
