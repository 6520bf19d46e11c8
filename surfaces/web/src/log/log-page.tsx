import type { HubClient } from "@yourcall/client";

export interface LogPageProps {
  client: HubClient;
  id?: string;
  navigate: (path: string) => void;
}

export function LogPage(_: LogPageProps) {
  return (
    <main id="main" className="page" tabIndex={-1}>
      <h1>Log</h1>
    </main>
  );
}
